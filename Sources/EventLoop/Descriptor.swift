import Glibc

/// One open file descriptor, closed when its owner ends.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over a descriptor that nobody else will close.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = Glibc.close(number)
    }
}
