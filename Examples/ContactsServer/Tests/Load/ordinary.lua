-- With 110 connections, some thousand requests a second as browsers send them.
function delay() return math.random(0, 200) end

function request()
  return wrk.format("GET", "/names?limit=1", {
    ["Accept-Language"] = "en-GB,en;q=0.9,sv;q=0.8,de;q=0.7",
  })
end
