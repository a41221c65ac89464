/// An object that OpenSSL owns for us: a fetched algorithm, a key or a context.
///
/// Unchecked, because a C pointer says nothing about threads: fetched algorithms and keys are immutable and
/// counted by OpenSSL, and a context is handed to one caller at a time by ``ContextPool``.
struct CHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Nothing when OpenSSL gave nothing.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }
}

/// What OpenSSL refuses only when memory has run out or its library is damaged. To go on would mean an
/// unauthenticated or unsealed value, so the process ends here.
@inline(__always)
func must(_ succeeded: Bool) {
    precondition(succeeded, "OpenSSL failed where it cannot fail")
}

/// ``must(_:)`` for what returns an object.
@inline(__always)
func must(_ handle: CHandle?) -> CHandle {
    guard let handle else { preconditionFailure("OpenSSL failed where it cannot fail") }
    return handle
}
