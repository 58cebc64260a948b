-- Pages from anywhere in a list of a million names. An argument has each connection wait for up to so many
-- milliseconds, as readers do who scroll: with 20, each asks some eighty times a second.
function init(arguments)
  local most = tonumber(arguments[1])
  if most then function delay() return math.random(0, most) end end
end

function request()
  return wrk.format("GET", "/names?limit=50&offset=" .. math.random(0, 999949))
end
