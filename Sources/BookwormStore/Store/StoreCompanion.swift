// A store companion holds the data that a higher layer keeps while a store is open.

package protocol StoreCompanion: AnyObject, Sendable {
  init()
  /// Called when the store closes, before its connections close.
  func storeCloses()
}

extension StoreCompanion {
  package func storeCloses() {}
}
