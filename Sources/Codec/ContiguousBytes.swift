extension Collection<UInt8> {
    /// Runs `body` over these bytes in one piece, copying only a collection that has no storage in one piece.
    ///
    /// The pointer is valid during the call alone.
    package func inOnePiece<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = withContiguousStorageIfAvailable(body) { return result }
        return Array(self).withUnsafeBufferPointer(body)
    }
}
