// The top layer: no code, only how libbookworm.so is linked (see Package.swift and exports.map).
