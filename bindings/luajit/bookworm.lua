-- Calls Bookworm through LuaJIT's FFI. The declarations are written from the interface as JSON, so
-- that this file names no function, constant or member.
local ffi = require "ffi"
local json = require "cjson"

local function fail(...)
  io.stderr:write(string.format(...), "\n")
  os.exit(1)
end

-- Where the interface lies; Debian's packages have the library where the system's loader looks.
local prefix, file
for _, each in ipairs(os.getenv "BOOKWORM_PREFIX" and { os.getenv "BOOKWORM_PREFIX" }
  or { "/usr/local", "/usr" }) do
  prefix, file = each, io.open(each .. "/share/bookworm/bookworm.json")
  if file then break end
end
if not file then
  fail("Bookworm is not found: install the Debian packages libbookworm2 and libbookworm-dev, or "
    .. "set BOOKWORM_PREFIX to the folder in which a release's tar file was unpacked.")
end
local interface = json.decode(file:read "*a")
file:close()

local function declared(type, name) return type.c .. " " .. name end

local lines = {}
local function add(...) lines[#lines + 1] = string.format(...) end
for _, name in ipairs(interface.foreign) do add("struct %s;", name) end
for _, mask in ipairs(interface.masks) do add("typedef uint64_t %s;", mask.name) end
for _, enum in ipairs(interface.enums) do add("typedef int32_t %s;", enum.name) end
for _, handle in ipairs(interface.handles) do
  add("typedef struct %s %s;", handle.name, handle.name)
end
for _, struct in ipairs(interface.structs) do
  add("typedef struct %s {", struct.name)
  for _, member in ipairs(struct.members) do
    local length = member.length and "[" .. member.length .. "]" or ""
    add("  %s%s;", declared(member.type, member.name), length)
  end
  add("} %s;", struct.name)
end
for _, call in ipairs(interface.functions) do
  local parameters = {}
  for i, parameter in ipairs(call.parameters) do
    parameters[i] = declared(parameter.type, parameter.name)
  end
  add("%s(%s);", declared(call.returns, call.name), table.concat(parameters, ", "))
end
ffi.cdef(table.concat(lines, "\n"))
for _, struct in ipairs(interface.structs) do
  assert(ffi.sizeof(struct.name) == struct.size, struct.name)
end

local beside = prefix .. "/lib/" .. interface.library
local found = io.open(beside)
if found then found:close() end
local loaded, library = pcall(ffi.load, found and beside or interface.library)
if not loaded then
  fail("Bookworm's library cannot be loaded: %s. Install the Debian package libbookworm2, or set "
    .. "BOOKWORM_PREFIX to the folder of a release's tar file.", library)
end
local bookworm = {}

-- Constants. A bit is made of its number: a Lua number holds no 64 of them.
for _, constant in ipairs(interface.constants) do
  bookworm[constant.name] = constant.bit and bit.lshift(1ULL, constant.bit) or constant.value
end
for _, enum in ipairs(interface.enums) do
  for _, constant in ipairs(enum.constants) do bookworm[constant.name] = constant.value end
end

-- A struct, cleared, with its size and these members; texts are given as strings, which are kept
-- for as long as the struct is.
local kept = setmetatable({}, { __mode = "k" })

function bookworm.struct(name, values)
  local struct = ffi.new(name)
  kept[struct] = values
  struct.size = ffi.sizeof(name)
  for member, value in pairs(values or {}) do
    if type(value) == "string" then
      struct[member].data, struct[member].length = value, #value
    else
      struct[member] = value
    end
  end
  return struct
end

-- A text that came out, as a string; nil where it is absent.
function bookworm.text(text)
  if text.data ~= nil then return ffi.string(text.data, text.length) end
end

-- Each function, under its own name. A status that is no success is raised as a table; the error and
-- the lengths of texts are passed here, and what comes out is returned.
for _, call in ipairs(interface.functions) do
  local is_length = {}
  for _, parameter in ipairs(call.parameters) do
    if parameter.type.c == "const char *" then is_length[parameter.count] = true end
  end
  bookworm[call.name] = function(...)
    local given, next_given, arguments, outputs = { ... }, 1, {}, {}
    local err = bookworm.struct "bw_error"
    for i, parameter in ipairs(call.parameters) do
      if parameter.name == "error" then
        arguments[i] = err
      elseif is_length[parameter.name] then
        arguments[i] = -1
      elseif parameter.direction == "out" and parameter.type.kind ~= "foreign" then
        local pointed = parameter.type.c:gsub("%*$", "")
        arguments[i] = ffi.new(pointed .. "[1]")
        outputs[#outputs + 1] = arguments[i]
      else
        arguments[i] = given[next_given]
        next_given = next_given + 1
      end
    end
    local status = library[call.name](unpack(arguments, 1, #call.parameters))
    if call.returns.name ~= "bw_status" then return status end
    if status > 1 then
      error({
        status = ffi.string(library.bw_status_name(status)),
        field = ffi.string(err.field),
        message = ffi.string(err.message),
      }, 2)
    end
    for i, output in ipairs(outputs) do outputs[i] = output[0] end
    return unpack(outputs)
  end
end

return bookworm
