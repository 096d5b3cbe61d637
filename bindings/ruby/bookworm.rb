# Calls Bookworm through Fiddle. Functions, constants and layouts are read from the interface as JSON,
# so that this file names none of them.
require "fiddle"
require "json"

module Bookworm
  # Where the interface lies; Debian's packages have the library where the system's loader looks.
  PREFIX = [*(ENV["BOOKWORM_PREFIX"] || ["/usr/local", "/usr"])]
    .find { |prefix| File.exist?("#{prefix}/share/bookworm/bookworm.json") } or
    abort "Bookworm is not found: install the Debian packages libbookworm2 and libbookworm-dev, " \
          "or set BOOKWORM_PREFIX to the folder in which a release's tar file was unpacked."
  INTERFACE = JSON.parse(File.read("#{PREFIX}/share/bookworm/bookworm.json"))
  LIBRARY = begin
    beside = "#{PREFIX}/lib/#{INTERFACE["library"]}"
    Fiddle.dlopen(File.exist?(beside) ? beside : INTERFACE["library"])
  rescue Fiddle::DLError => error
    abort "Bookworm's library cannot be loaded: #{error.message}. Install the Debian package " \
          "libbookworm2, or set BOOKWORM_PREFIX to the folder of a release's tar file."
  end

  CONSTANTS = (INTERFACE["constants"] + INTERFACE["enums"].flat_map { |enum| enum["constants"] })
    .to_h { |constant| [constant["name"], constant["value"]] }
  STRUCTS = INTERFACE["structs"].to_h { |struct| [struct["name"], struct] }
  TYPES = { "int32" => Fiddle::TYPE_INT, "uint32" => -Fiddle::TYPE_INT,
            "int64" => Fiddle::TYPE_LONG_LONG, "uint64" => -Fiddle::TYPE_LONG_LONG,
            "double" => Fiddle::TYPE_DOUBLE, "pointer" => Fiddle::TYPE_VOIDP }
  PACKED = { "int32" => "l", "uint32" => "L", "int64" => "q", "uint64" => "Q", "double" => "d" }

  class Error < StandardError
    attr_reader :status, :field

    def initialize(status, error)
      @status = Bookworm.bw_status_name(status).to_s
      @field = error["field"]
      super("#{@status}: #{error["message"]}")
    end
  end

  # A struct in memory of its own; its members are read and set by name.
  class Struct
    attr_reader :memory

    def initialize(name, values = {})
      @type = STRUCTS.fetch(name)
      @memory = Fiddle::Pointer.malloc(@type["size"], Fiddle::RUBY_FREE)
      @memory[0, @type["size"]] = "\0" * @type["size"]
      self["size"] = @type["size"] if @type["sized"]
      values.each { |member, value| self[member.to_s] = value }
    end

    def []=(name, value)
      place = member(name)
      if place["type"]["name"] == "bw_text" && place["type"]["as"] == "struct"
        @kept = [*@kept, value] # the bytes live as long as the struct
        @memory[place["offset"], 16] = [Fiddle::Pointer[value].to_i, value.bytesize].pack("qq")
      else
        @memory[place["offset"], place["size"]] = [value].pack(PACKED.fetch(place["type"]["as"]))
      end
    end

    def [](name)
      place = member(name)
      bytes = @memory[place["offset"], place["size"]]
      return bytes.unpack1("Z*").force_encoding("UTF-8") if place["length"]
      return bytes.unpack1(PACKED.fetch(place["type"]["as"])) if place["type"]["as"] != "struct"
      data, length = bytes.unpack("qq")
      Fiddle::Pointer.new(data)[0, length].force_encoding("UTF-8") unless data.zero?
    end

    private

    def member(name) = @type["members"].find { |member| member["name"] == name } or raise KeyError, name
  end

  # Each function, under its own name. A status that is no success is raised; the last parameter, an
  # error, is passed here, and a text's length too. What comes out is returned.
  INTERFACE["functions"].each do |function|
    parameters = function["parameters"]
    lengths = parameters.map { |parameter| parameter["count"] if parameter["type"]["c"] == "const char *" }.compact
    call = Fiddle::Function.new(LIBRARY[function["name"]],
                                parameters.map { |parameter| TYPES.fetch(parameter["type"]["as"]) },
                                TYPES.fetch(function["returns"]["as"]))
    define_singleton_method(function["name"]) do |*given|
      error = Struct.new("bw_error")
      outputs = []
      arguments = parameters.map do |parameter|
        if parameter["name"] == "error" then error.memory
        elsif lengths.include?(parameter["name"]) then -1
        elsif parameter["direction"] == "out" && !parameter["type"]["c"].start_with?("struct")
          outputs << Output.new(parameter["type"])
          outputs.last.memory
        else
          value = given.shift
          value.is_a?(Struct) ? value.memory : value
        end
      end
      status = call.call(*arguments)
      return status if function["returns"]["name"] != "bw_status"
      raise Error.new(status, error) unless [0, 1].include?(status)
      outputs.length > 1 ? outputs.map(&:value) : outputs.first&.value
    end
  end

  # Where a number, a handle or a text comes out.
  class Output
    attr_reader :memory

    def initialize(type)
      @as = type["pointers"] > 1 ? "int64" : type["name"]
      @memory = Fiddle::Pointer.malloc(16, Fiddle::RUBY_FREE)
      @memory[0, 16] = "\0" * 16
    end

    def value
      return @memory[0, 8].unpack1(PACKED.fetch(@as)) if @as != "bw_text"
      data, length = @memory[0, 16].unpack("qq")
      Fiddle::Pointer.new(data)[0, length].force_encoding("UTF-8") unless data.zero?
    end
  end
end
