/// What a request wants to be shown, or not (OIDC Core section 3.1.2.1, `prompt`).
package enum Prompt: Sendable, Hashable {
    /// `none`: no page at all, or an error.
    case silent
    /// What is to be shown; empty when the request said nothing.
    case interaction(Interaction)

    package struct Interaction: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let login = Interaction(rawValue: 1)
        package static let consent = Interaction(rawValue: 2)
        package static let selectAccount = Interaction(rawValue: 4)

        static let all: [(name: String, value: Interaction)] = [
            ("login", .login), ("consent", .consent), ("select_account", .selectAccount),
        ]
    }

    /// Nil for a value that is not known and for `none` together with another.
    package init?(parsing text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        if words == ["none"] {
            self = .silent
            return
        }
        var interaction: Interaction = []
        for word in words {
            guard let known = Interaction.all.first(where: { $0.name == word }) else { return nil }
            interaction.insert(known.value)
        }
        self = .interaction(interaction)
    }

    /// The values as they go over the wire; nil when there are none.
    package var text: String? {
        switch self {
        case .silent: return "none"
        case .interaction(let interaction):
            let words = Interaction.all.filter { interaction.contains($0.value) }.map(\.name)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    /// Whether a new sign-in is asked for even of somebody who is signed in.
    package var asksForLogin: Bool {
        guard case .interaction(let interaction) = self else { return false }
        return interaction.contains(.login) || interaction.contains(.selectAccount)
    }
}
