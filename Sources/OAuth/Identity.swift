import Codec
import Crypto

/// Who somebody is at a provider: an account is provider, issuer and subject, never an e-mail address (A48).
package struct Identity: Sendable, Equatable {
    package let provider: ProviderID
    /// The provider's issuer identifier, as it stands in its tokens.
    package let issuer: String
    /// The provider's own name for the person.
    package let subject: String

    package init(provider: ProviderID, issuer: String, subject: String) {
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
    }

    /// What a ledger finds the identity by; it does not tell who it is.
    package var digest: Digest { SHA256.digest(packed()) }

    /// A compact form, to be sealed. The digest is made of it, so it never changes.
    package func packed() -> [UInt8] {
        var writer = PackedWriter()
        writer.string(provider.text)
        writer.string(issuer)
        writer.string(subject)
        return writer.bytes
    }

    /// - Throws: for what `packed` did not write.
    package init(packed bytes: [UInt8]) throws(PackedFault) {
        var reader = PackedReader(bytes)
        provider = try reader.checked(ProviderID.init)
        issuer = try reader.string()
        subject = try reader.string()
        try reader.end()
    }
}
