-- Names that begin with two letters.
function request()
  local function letter() return string.char(math.random(97, 122)) end
  return wrk.format("GET", "/names?limit=50&prefix=" .. letter() .. letter())
end
