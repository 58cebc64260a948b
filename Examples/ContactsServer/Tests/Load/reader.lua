-- Readers who scroll: pages from anywhere in a list of a million names, each connection some eighty a
-- second.
function delay() return math.random(0, 20) end

function request()
  return wrk.format("GET", "/names?limit=50&offset=" .. math.random(0, 999949))
end
