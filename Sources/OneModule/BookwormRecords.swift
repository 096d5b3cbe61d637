// Empty: lets `import BookwormRecords` compile in a release, which compiles all layers as one
// module. See Package.swift.
