-- Pages from anywhere in a list of a million names.
function request()
  return wrk.format("GET", "/names?limit=50&offset=" .. math.random(0, 999949))
end
