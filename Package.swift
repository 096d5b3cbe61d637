// swift-tools-version: 6.2
// Targets from the bottom layer up; imports run one way.
import PackageDescription

let libraryFolder = "\(Context.packageDirectory)/Sources/BookwormLibrary"

// A release is optimised as one piece: the layers are for readers, and inlining across them is
// worth a fifth of the time of a read by id. Exclusive access is checked in debug builds; the check
// at run time, which ends the process, is left out. Swift 6.2 crashes when it optimises across
// modules.
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

// What asks for memory, and gives it back: CReserve stands in its place.
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
    // SQLite is quick in debug builds too: nobody debugs it here, and tests wait for it. Nothing is
    // thrown through it: without tables to unwind it, the library is 0.09 MB smaller.
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
        // Only bw_* leaves the library, under a version: lld, which comes with Swift, keeps to that
        // to the letter. The library is never unloaded: Swift's runtime cannot be.
        .unsafeFlags([
          "-use-ld=lld",
          "-Xlinker", "-soname=libbookworm.so.2",
          "-Xlinker", "--version-script=\(libraryFolder)/exports.map",
          "-Xlinker", "-z", "-Xlinker", "nodelete",
        ]),
        // A release carries Swift's runtime inside; sanitizers and tests need the shared one.
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
