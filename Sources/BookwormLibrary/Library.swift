// This is the top layer. It has no code, and only exists to link libbookworm.so (see Package.swift
// and exports.map).
