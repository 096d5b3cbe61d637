// swift-tools-version: 6.2
// Targets from the bottom layer up; imports run one way.
import PackageDescription

let libraryFolder = "\(Context.packageDirectory)/Sources/BookwormLibrary"

// A release is optimised as one piece: the layers are for readers, and inlining across them saves a
// fifth of the time of a read by id. Debug builds check exclusive access; a release leaves out this
// check, which ends the process. Swift 6.2 crashes when it optimises across modules.
#if compiler(>=6.3)
  let acrossModules = ["-cross-module-optimization"]
#else
  let acrossModules: [String] = []
#endif
let optimised: [SwiftSetting] = [
  .unsafeFlags(
    acrossModules + ["-enforce-exclusivity=unchecked"],
    .when(configuration: .release))
]

// The functions that allocate and free memory, which CReserve replaces.
let reserved = [
  "malloc", "calloc", "realloc", "free", "malloc_usable_size", "_Znwm", "_ZdlPv", "_ZdlPvm",
  "_ZnwmSt11align_val_t", "_ZdlPvmSt11align_val_t", "swift_slowAlloc", "swift_slowDealloc",
]

let package = Package(
  name: "bookworm",
  products: [
    .library(name: "bookworm", type: .dynamic, targets: ["BookwormLibrary"])
  ],
  targets: [
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
      name: "BookwormText", dependencies: ["CUnicodeData"],
      swiftSettings: optimised),
    .target(
      name: "BookwormStorage", dependencies: ["CSQLite", "CPostgres", "CSystem"],
      swiftSettings: optimised),
    .target(
      name: "BookwormModel", dependencies: ["BookwormStorage", "BookwormText"],
      swiftSettings: optimised),
    .target(
      name: "BookwormABI", dependencies: ["BookwormModel", "CBookwormTypes", "CReserve"],
      swiftSettings: optimised),
    .target(
      name: "BookwormLibrary", dependencies: ["BookwormABI", "CSubstitutes"],
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
          ["-static-stdlib"] + reserved.flatMap { ["-Xlinker", "--wrap=\($0)"] },
          .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "headergen", dependencies: ["BookwormModel"],
      exclude: ["bindings.md", "overview.txt", "regenerate"]),
    .testTarget(name: "BookwormTextTests", dependencies: ["BookwormText"]),
    .target(
      name: "TestSupport", dependencies: ["BookwormModel", "CPostgres", "CSQLite"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "BookwormStorageTests", dependencies: ["BookwormStorage", "CSQLite", "TestSupport"]),
    .testTarget(name: "BookwormModelTests", dependencies: ["BookwormModel", "TestSupport"]),
    .testTarget(
      name: "BookwormABITests", dependencies: ["BookwormABI", "CBookwormTypes", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
