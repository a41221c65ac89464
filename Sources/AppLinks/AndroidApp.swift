/// An Android app that may open our links: its package and every certificate it is signed with.
package struct AndroidApp: Sendable, Equatable {
    package let packageName: String
    /// Without doubles, in stable order, never empty.
    package let fingerprints: [CertificateFingerprint]

    /// Reads an app as configured and throws every fault of it at once.
    package init(packageName: String, fingerprints written: [String]) throws(AndroidAppFaults) {
        var faults = AndroidAppFaults()
        if !Self.isPackageName(packageName) { faults.packageName = packageName }
        if written.isEmpty { faults.noFingerprint = true }
        var read: Set<CertificateFingerprint> = []
        for (index, text) in written.enumerated() {
            do throws(FingerprintFault) {
                read.insert(try CertificateFingerprint(text))
            } catch {
                faults.fingerprints.append((index, error))
            }
        }
        if !faults.isEmpty { throw faults }
        self.packageName = packageName
        fingerprints = read.sorted()
    }

    /// A word for whoever gave only one fingerprint: a store that signs again has a key of its own.
    package var hint: String? {
        guard fingerprints.count == 1 else { return nil }
        return "only one fingerprint for \(packageName): where Google Play signs the app, the certificate of "
            + "the app signing key (Play Console, App signing) and that of your upload key are two; list both"
    }

    /// Two or more parts with dots between, each a letter and then letters, digits and underscores.
    private static func isPackageName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 2
            && parts.allSatisfy { part in
                guard let first = part.first, isLetter(first) else { return false }
                return part.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") || (48...57).contains($0) }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) && byte < 128 }
}

/// Everything that is wrong with one Android app of the configuration.
package struct AndroidAppFaults: Error {
    /// The package name as written, where it is none.
    package internal(set) var packageName: String?
    package internal(set) var noFingerprint = false
    /// Place in the list, and what is wrong there.
    package internal(set) var fingerprints: [(index: Int, fault: FingerprintFault)] = []

    package var isEmpty: Bool { packageName == nil && !noFingerprint && fingerprints.isEmpty }
}
