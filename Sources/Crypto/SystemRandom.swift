import Glibc

/// The kernel's generator, by getentropy(3): the only source outside tests.
package struct SystemRandom: RandomSource {
    /// What one call may ask the kernel for, in bytes.
    private static let most = 256

    package init() {}

    /// Fresh bytes. Ends the process when the kernel has none: there is no weaker source to fall back to.
    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            while filled < count, let start = bytes.baseAddress {
                let wanted = min(count - filled, SystemRandom.most)
                precondition(getentropy(start + filled, wanted) == 0, "the kernel gave no random bytes")
                filled += wanted
            }
        }
    }
}
