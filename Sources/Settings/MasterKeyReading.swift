import Crypto

/// Reads `secrets`: one master key, or a list whose first one seals while all of them open.
struct MasterKeyReading {
    let log: FaultLog

    func keys(_ section: Section) -> MasterKeys? {
        defer { section.finish() }
        guard let items = section.list("master_key", orOne: true) else {
            log.fault(
                section.child("master_key"), "is missing",
                mend: "add master_key: { file: \"/run/secrets/homing_master_key\" }")
            return nil
        }
        if items.isEmpty {
            log.fault(
                section.child("master_key"), "is an empty list", mend: "put a key into it; \(Self.mend)")
        }
        var keys: [MasterKey] = []
        for (index, item) in items.enumerated() {
            guard let text = section.secrets.text(of: item, log), let key = key(text, item) else { continue }
            if keys.contains(where: { $0.isSame(as: key) }) {
                log.fault(
                    item, "is a key that stands before it in the list already",
                    mend: index == 1 ? "put the new key first, the old one here" : "remove it")
            }
            keys.append(key)
        }
        return keys.first.map { MasterKeys($0, others: Array(keys.dropFirst())) }
    }

    private func key(_ text: String, _ node: Node) -> MasterKey? {
        do { return try MasterKey(base64URL: text) } catch {
            log.fault(node, "is not 32 bytes or more in base64url without padding", mend: Self.mend)
            return nil
        }
    }

    private static let mend = "make one: openssl rand -base64 32 | tr '+/' '-_' | tr -d '='"
}
