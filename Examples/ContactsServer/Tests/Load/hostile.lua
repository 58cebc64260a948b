-- With 110 connections, some thousand requests a second, each for a locale and with a header that nobody
-- has sent before. They are made beforehand, so that making them takes no time from the server.
local requests = {}
local sent = 0

local function word(length)
  local letters = {}
  for number = 1, length do letters[number] = string.char(math.random(97, 122)) end
  return table.concat(letters)
end

function init()
  for made = 1, 40000 do
    local ranges = {}
    for number = 1, 60 do ranges[number] = "q" .. word(2) .. "-" .. word(4) .. ";q=0." .. number end
    local locale = "xx-u-co-" .. word(8) .. "-x-" .. word(8)
    requests[made] = wrk.format("GET", "/names?limit=1&locale=" .. locale, {
      ["Accept-Language"] = table.concat(ranges, ","),
    })
  end
end

-- Milliseconds, by chance: else all connections would send at once.
function delay() return math.random(0, 200) end

function request()
  sent = sent + 1
  return requests[sent]
end
