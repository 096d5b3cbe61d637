// Empty: lets `import BookwormABI` compile in a release, which compiles all layers as one
// module. See Package.swift.
