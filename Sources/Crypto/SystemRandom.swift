import Glibc

/// The kernel's generator, getrandom(2): the only source outside tests.
package struct SystemRandom: RandomSource {
    package init() {}

    /// Fresh bytes. Ends the process when the kernel has none: there is no weaker source to fall back to.
    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            while filled < count {
                let got = getrandom(bytes.baseAddress?.advanced(by: filled), count - filled, 0)
                precondition(got > 0 || errno == EINTR, "getrandom failed")
                filled += max(got, 0)
            }
        }
    }
}
