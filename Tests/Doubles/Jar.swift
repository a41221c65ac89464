/// The cookies of one browser for the issuer host.
package struct Jar: Sendable {
    package private(set) var cookies: [(name: String, value: String)] = []

    package init() {}

    /// Keeps and drops as the answer says.
    package mutating func keep(_ answer: Answer) {
        for line in answer.all("set-cookie") {
            let pair = line.prefix { $0 != ";" }
            guard let equals = pair.firstIndex(of: "=") else { continue }
            let name = String(pair[..<equals])
            cookies.removeAll { $0.name == name }
            if !line.contains("Max-Age=0") {
                cookies.append((name, String(pair[pair.index(after: equals)...])))
            }
        }
    }

    package mutating func add(_ name: String, _ value: String) { cookies.append((name, value)) }

    /// The Cookie field; nil without cookies.
    package var field: String? {
        cookies.isEmpty ? nil : cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}
