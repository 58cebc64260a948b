-- With 100 connections, a thousand requests a second, each for a locale and with a header that nobody
-- has sent before.
function delay() return 100 end

local function word(length)
  local letters = {}
  for number = 1, length do letters[number] = string.char(math.random(97, 122)) end
  return table.concat(letters)
end

function request()
  local ranges = {}
  for number = 1, 60 do ranges[number] = "q" .. word(2) .. "-" .. word(4) .. ";q=0." .. number end
  local locale = "xx-u-co-" .. word(8) .. "-x-" .. word(8)
  return wrk.format("GET", "/names?limit=1&locale=" .. locale, {
    ["Accept-Language"] = table.concat(ranges, ","),
  })
end
