import Crypto
import JOSE

/// The reader of key sets: bounded, counted, and every key that it takes is for verifying by what it fits.
enum KeysPromise {
    private static let algorithms: [SignatureAlgorithm] = [.es256, .rs256, .ps256, .edDSA]

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let set = try? JWKSet(reading: input) else { return }
        try promise(set.keys.count <= JWKSet.mostKeys, "not more keys than the limit")
        try promise(set.skipped >= 0, "not more keys than entries")
        for key in set.keys {
            try promise(algorithms.contains(where: key.fits), "a key is for one of our algorithms")
        }
        for algorithm in algorithms {
            for kid in [nil, set.keys.first?.kid, "none"] as [String?] {
                let candidates = set.candidates(kid: kid, algorithm: algorithm)
                try promise(candidates.allSatisfy { $0.fits(algorithm) }, "a candidate fits the algorithm")
                try promise(
                    kid == nil || candidates.allSatisfy { $0.kid == kid || $0.kid == nil },
                    "a candidate has the name asked for, or none")
            }
            // Four bound the cost: what one key takes is the question.
            for key in set.candidates(kid: nil, algorithm: algorithm).prefix(4) {
                let forged = key.key.verifies([UInt8](repeating: 1, count: 64), of: input, algorithm)
                try promise(!forged, "no key vouches for what nobody signed")
            }
        }
    }
}
