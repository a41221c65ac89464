extension Collection<UInt8> {
    /// Runs `body` over these bytes in one piece, copying only a collection that has no storage in one piece.
    ///
    /// The pointer is valid during the call alone.
    package func inOnePiece<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = withContiguousStorageIfAvailable(body) { return result }
        return Array(self).withUnsafeBufferPointer(body)
    }
}

extension String {
    /// The text that these bytes spell in UTF-8, or nil when they spell none. Nearly all is ASCII and takes the
    /// short way.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        var seen: UInt8 = 0
        for byte in bytes { seen |= byte }
        if seen < 0x80 {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }

    /// Whether each byte of the text passes; a loop over bytes in one piece, where the text's own views go one by
    /// one.
    @inlinable package func hasOnly(_ isFit: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            // No early exit: so the loop may compile to vector instructions.
            var unfit: UInt8 = 0
            for byte in bytes { unfit |= isFit(byte) ? 0 : 1 }
            return unfit == 0
        }
    }
}
