// Empty: lets `import BookwormExchange` compile in a release, which compiles all layers as one
// module. See Package.swift.
