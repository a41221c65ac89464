import HTTP
import JOSE
import OAuth

/// An API that verifies tokens with a key set which it holds for as long as `Cache-Control` says, and no shorter.
package struct TokenVerifier {
    private var keys: JWKSet?
    private var staleAt = Timestamp(seconds: 0)
    /// How often the set was fetched.
    package private(set) var fetches = 0

    package init() {}

    /// Whether the tokens are good by the set that is held at `now`, fetched from `house` when it is too old.
    package mutating func verifies(
        _ tokens: [String], from house: House, now: Timestamp
    ) async throws -> Bool {
        let keys = try await current(house, now)
        return tokens.allSatisfy { token in
            guard let token = try? UnverifiedToken(parsing: token) else { return false }
            return (try? token.verified(by: keys)) != nil
        }
    }

    private mutating func current(_ house: House, _ now: Timestamp) async throws -> JWKSet {
        if let keys, now < staleAt { return keys }
        let answer = try await house.send(.get, "/oauth/jwks.json")
        guard let age = answer["cache-control"]?.split(separator: "max-age=").last.flatMap({ Int($0) }) else {
            throw Misuse("no max-age: \(answer.head)")
        }
        let read = try JWKSet(reading: answer.body)
        keys = read
        staleAt = now.adding(seconds: age)
        fetches += 1
        return read
    }
}
