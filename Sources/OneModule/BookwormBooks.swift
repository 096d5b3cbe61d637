// Empty, for the imports of a release, which has all layers in one module: see Package.swift.
