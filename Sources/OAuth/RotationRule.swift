extension TransactionMachine {
    /// Trades a refresh token for its successor (RFC 6749 section 6, RFC 9700 section 4.14.2).
    ///
    /// The one before the current one gets the same successor again for the length of the grace, because phones
    /// lose answers; any older use of an old one ends the family.
    package static func rotate(
        existing: Grant?, _ rotation: RefreshRotation
    ) -> Decision<Grant, RotationOutcome> {
        let generation = rotation.token.generation
        guard var grant = existing, grant.id == rotation.id, grant.clientID == rotation.clientID,
            !grant.revoked, rotation.now < grant.expiresAt, 1...grant.generation ~= generation
        else { return Decision(.refused) }
        let isCurrent = generation == grant.generation
        guard isCurrent || isGraced(grant, rotation) else {
            // A clock that was set back would make a repeat look like a reuse, and an old token like a good one: it
            // ends nothing and gets nothing until it is sure to come after the rotation.
            guard rotation.now >= grant.rotatedAt else { return Decision(.unclear) }
            grant.revoked = true
            return Decision(write: grant, .reused)
        }
        // Before anything is written: a request that asks too much must not cost the token.
        if let scope = rotation.scope, !scope.isSubset(of: grant.details.scope) {
            return Decision(.exceeded(.invalidScope))
        }
        if let resource = rotation.resource, !resource.utf8.elementsEqual((grant.details.resource ?? "").utf8)
        {
            return Decision(.exceeded(.invalidTarget))
        }
        guard isCurrent else { return Decision(.repeated(grant)) }
        grant.generation += 1
        grant.rotatedAt = rotation.now
        grant.expiresAt = rotation.now.adding(seconds: rotation.refreshLifetime)
        return Decision(write: grant, .rotated(grant))
    }

    private static func isGraced(_ grant: Grant, _ rotation: RefreshRotation) -> Bool {
        guard rotation.token.generation == grant.generation - 1, rotation.grace > 0 else { return false }
        let grace = Lifespan(
            from: grant.rotatedAt, until: grant.rotatedAt.adding(seconds: rotation.grace))
        return grace.contains(rotation.now)
    }
}
