// Calls Bookworm through JNA. Functions, constants and layouts are read from the interface as JSON, so
// that this file names none of them.
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class Bookworm {
  private final Map<String, JsonObject> functions;
  private final Map<String, JsonObject> structs;
  private final Map<String, Long> constants = new HashMap<>();
  private final NativeLibrary library;

  /**
   * Reads the interface under BOOKWORM_PREFIX, /usr/local or /usr, and loads the library there, or
   * where the system's loader looks, as Debian's packages have it.
   */
  Bookworm() throws IOException {
    String chosen = System.getenv("BOOKWORM_PREFIX");
    Path file = (chosen == null ? Stream.of("/usr/local", "/usr") : Stream.of(chosen))
        .map(prefix -> Path.of(prefix, "share/bookworm/bookworm.json"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new IOException(
            "Bookworm is not found: install the Debian packages libbookworm2 and libbookworm-dev, or "
            + "set BOOKWORM_PREFIX to the folder in which a release's tar file was unpacked."));
    JsonObject data = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    functions = byName(data.getAsJsonArray("functions"));
    structs = byName(data.getAsJsonArray("structs"));
    add(data.getAsJsonArray("constants"));
    for (JsonElement each : data.getAsJsonArray("enums")) {
      add(each.getAsJsonObject().getAsJsonArray("constants"));
    }
    String name = data.get("library").getAsString();
    Path beside = file.resolve("../../../lib").resolve(name).normalize();
    try {
      library = NativeLibrary.getInstance(Files.exists(beside) ? beside.toString() : name);
    } catch (UnsatisfiedLinkError error) {
      String reason = error.getMessage().lines().findFirst().orElse("");
      throw new IOException("Bookworm's library cannot be loaded: " + reason + ". Install the Debian "
          + "package libbookworm2, or set BOOKWORM_PREFIX to the folder of a release's tar file.");
    }
  }

  private static Map<String, JsonObject> byName(JsonArray items) {
    Map<String, JsonObject> found = new HashMap<>();
    for (JsonElement each : items) found.put(name(each), each.getAsJsonObject());
    return found;
  }

  private static String name(JsonElement item) {
    return item.getAsJsonObject().get("name").getAsString();
  }

  private void add(JsonArray items) {
    for (JsonElement each : items) {
      constants.put(name(each), each.getAsJsonObject().get("value").getAsBigInteger().longValue());
    }
  }

  /** The constants, or-ed together. */
  long value(String... names) {
    long all = 0;
    for (String each : names) all |= constants.get(each);
    return all;
  }

  /** A call that was refused. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
    final String status;
    final String field;

    Failure(String status, String field, String message) {
      super(status + ": " + message);
      this.status = status;
      this.field = field;
    }
  }

  /** A struct in memory of its own; its members are read and set by name. */
  final class Struct {
    final Memory memory;
    private final JsonObject type;
    private final List<Memory> kept = new ArrayList<>();

    Struct(String name) {
      type = structs.get(name);
      memory = new Memory(type.get("size").getAsLong());
      memory.clear();
      if (type.get("sized").getAsBoolean()) set("size", (int) memory.size());
    }

    Struct set(String name, Object value) {
      long offset = member(name).get("offset").getAsLong();
      if (value instanceof Integer number) memory.setInt(offset, number);
      if (value instanceof Long number) memory.setLong(offset, number);
      if (value instanceof Double number) memory.setDouble(offset, number);
      if (value instanceof String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        kept.add(new Memory(bytes.length + 1));
        kept.get(kept.size() - 1).write(0, bytes, 0, bytes.length);
        memory.setPointer(offset, kept.get(kept.size() - 1));
        memory.setLong(offset + 8, bytes.length);
      }
      return this;
    }

    /** An Integer, a Long, a Double, a String, or null for an absent text. */
    Object get(String name) {
      JsonObject member = member(name);
      long offset = member.get("offset").getAsLong();
      if (member.has("length")) return memory.getString(offset, "UTF-8");
      return switch (member.getAsJsonObject("type").get("as").getAsString()) {
        case "int32", "uint32" -> memory.getInt(offset);
        case "int64", "uint64" -> memory.getLong(offset);
        case "double" -> memory.getDouble(offset);
        default -> text(memory.share(offset));
      };
    }

    private JsonObject member(String name) {
      for (JsonElement each : type.getAsJsonArray("members")) {
        if (name(each).equals(name)) return each.getAsJsonObject();
      }
      throw new IllegalArgumentException(name);
    }
  }

  private static String text(Pointer text) {
    Pointer data = text.getPointer(0);
    if (data == null) return null;
    return new String(data.getByteArray(0, (int) text.getLong(8)), StandardCharsets.UTF_8);
  }

  /**
   * Calls a function by its name. A status that is no success is thrown; the error and the lengths of
   * texts are passed here; what comes out is returned: a Pointer for a handle, a Long, a String.
   */
  Object call(String name, Object... given) {
    JsonObject function = functions.get(name);
    Struct error = new Struct("bw_error");
    List<Object> arguments = new ArrayList<>();
    List<String> lengths = new ArrayList<>();
    JsonObject output = null;
    Memory room = null;
    int next = 0;
    for (JsonElement each : function.getAsJsonArray("parameters")) {
      JsonObject parameter = each.getAsJsonObject();
      JsonObject type = parameter.getAsJsonObject("type");
      boolean comesOut = parameter.get("direction").getAsString().equals("out");
      if (name(parameter).equals("error")) {
        arguments.add(error.memory);
      } else if (lengths.contains(name(parameter))) {
        arguments.add(-1L);
      } else if (comesOut && !type.get("kind").getAsString().equals("foreign")) {
        output = type;
        room = new Memory(16);
        room.clear();
        arguments.add(room);
      } else {
        Object value = given[next++];
        arguments.add(value instanceof Struct struct ? struct.memory : value);
      }
      if (type.get("c").getAsString().equals("const char *")) {
        lengths.add(parameter.get("count").getAsString());
      }
    }
    int status = library.getFunction(name, 0, "UTF-8").invokeInt(arguments.toArray());
    if (status > 1) {
      String text = library.getFunction("bw_status_name").invokeString(new Object[] {status}, false);
      throw new Failure(text, (String) error.get("field"), (String) error.get("message"));
    }
    if (output == null) return null;
    if (output.get("kind").getAsString().equals("handle")) return room.getPointer(0);
    return switch (name(output)) {
      case "bw_text" -> text(room);
      case "int32", "uint32" -> (long) room.getInt(0);
      default -> room.getLong(0);
    };
  }
}
