// A store companion is what a layer above keeps for as long as a store is open.

protocol StoreCompanion: AnyObject, Sendable {
  init()
  /// Called when the store closes, before its connections close.
  func storeCloses()
}

extension StoreCompanion {
  func storeCloses() {}
}
