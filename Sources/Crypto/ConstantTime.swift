import COpenSSL

/// Whether two byte strings are the same, in a time that depends on their lengths alone. Different lengths are
/// told apart at once: the length of what we compare is never a secret.
package func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
