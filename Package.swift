// swift-tools-version: 6.2
// Targets from the bottom layer up; imports run one way.
import PackageDescription

let libraryFolder = "\(Context.packageDirectory)/Sources/BookwormLibrary"

// Debug builds and tests compile each layer as a module, so the compiler refuses an import that
// runs upward. A release (bindings/install) compiles all layers as one module, because a read by id
// takes a sixth more instructions otherwise; there, the imports find empty modules of the same
// names.
let isOneModule = Context.environment["BOOKWORM_ONE_MODULE"] != nil

// Debug builds check exclusive access; a release leaves out this check, which ends the process. It
// also leaves out functions that nothing calls, which saves 0.6 MB.
let optimised: [SwiftSetting] = [
  .unsafeFlags(
    ["-enforce-exclusivity=unchecked"]
      + ["-function-sections", "-internalize-at-link"].flatMap { ["-Xfrontend", $0] },
    .when(configuration: .release))
]

// The functions that allocate and free memory, which CReserve replaces.
let reserved = [
  "malloc", "calloc", "realloc", "free", "malloc_usable_size", "_Znwm", "_ZdlPv", "_ZdlPvm",
  "_ZnwmSt11align_val_t", "_ZdlPvmSt11align_val_t", "swift_slowAlloc", "swift_slowDealloc",
]

/// Each layer imports some of those before it.
let layers: [(name: String, dependencies: [Target.Dependency])] = [
  ("BookwormText", ["CUnicodeData"]),
  ("BookwormStorage", ["CSQLite", "CPostgres", "CSystem"]),
  ("BookwormRecords", ["BookwormStorage", "BookwormText"]),
  ("BookwormStore", ["BookwormRecords"]),
  ("BookwormBooks", ["BookwormStore"]),
  ("BookwormQuery", ["BookwormBooks"]),
  ("BookwormExchange", ["BookwormQuery"]),
  ("BookwormFrontend", ["BookwormExchange"]),
  ("BookwormABI", ["BookwormFrontend", "CBookwormTypes", "CReserve"]),
]
let names = layers.map(\.name)
let cModules = [
  "CSystem", "CSQLite", "CPostgres", "CSubstitutes", "CReserve", "CBookwormTypes", "CUnicodeData",
]
let layerTargets: [Target] =
  isOneModule
  ? names.map { name in
    .target(
      name: name, path: "Sources/OneModule",
      exclude: names.filter { $0 != name }.map { "\($0).swift" })
  } + [
    .target(
      name: "Bookworm", dependencies: (names + cModules).map { .init(stringLiteral: $0) },
      path: "Sources",
      exclude: cModules + ["BookwormLibrary", "OneModule", "README.md", "headergen", "swift.sh"],
      sources: names, swiftSettings: optimised)
  ]
  : layers.map { .target(name: $0.name, dependencies: $0.dependencies, swiftSettings: optimised) }

let package = Package(
  name: "bookworm",
  products: [
    .library(name: "bookworm", type: .dynamic, targets: ["BookwormLibrary"])
  ],
  targets: layerTargets + [
    .target(name: "CSystem"),
    // SQLite is optimised in debug builds too: nobody debugs it here, and tests wait for it. No
    // exception passes through it: without tables for unwinding, the library is 0.09 MB smaller.
    .target(
      name: "CSQLite", dependencies: ["CSystem"], exclude: ["fetch"],
      cSettings: [
        .unsafeFlags(["-O2", "-w", "-fvisibility=hidden", "-fno-asynchronous-unwind-tables"])
      ]),
    .target(name: "CPostgres"),
    .target(name: "CSubstitutes"),
    .target(
      name: "CReserve", cSettings: [.define("RESERVE_IS_LINKED", .when(configuration: .release))]),
    .target(name: "CBookwormTypes"),
    .target(name: "CUnicodeData", exclude: ["regenerate"]),
    .target(
      name: "BookwormLibrary",
      dependencies: [isOneModule ? "Bookworm" : "BookwormABI", "CSubstitutes"],
      exclude: ["exports.map"],
      linkerSettings: [
        // The library exports only bw_*, under a version: lld, which comes with Swift, follows the
        // list to the letter. The library is never unloaded, because Swift's runtime cannot be.
        .unsafeFlags([
          "-use-ld=lld",
          "-Xlinker", "-soname=libbookworm.so.2",
          "-Xlinker", "--version-script=\(libraryFolder)/exports.map",
          "-Xlinker", "-z", "-Xlinker", "nodelete",
        ]),
        // A release contains Swift's runtime; sanitizers and tests need the shared runtime.
        .unsafeFlags(
          ["-static-stdlib", "-Xlinker", "--gc-sections"]
            + reserved.flatMap { ["-Xlinker", "--wrap=\($0)"] },
          .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "headergen", dependencies: ["BookwormFrontend"],
      exclude: ["bindings.md", "overview.txt", "regenerate"]),
    .testTarget(name: "BookwormTextTests", dependencies: ["BookwormText"]),
    .target(
      name: "TestSupport", dependencies: ["BookwormFrontend", "CPostgres", "CSQLite"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "BookwormStorageTests", dependencies: ["BookwormStorage", "CSQLite", "TestSupport"]),
    .testTarget(name: "BookwormModelTests", dependencies: ["BookwormFrontend", "TestSupport"]),
    .testTarget(
      name: "BookwormABITests", dependencies: ["BookwormABI", "CBookwormTypes", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
