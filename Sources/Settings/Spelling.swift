/// Finds the word that an operator most likely meant.
enum Spelling {
    /// The known word nearest to `word`, if it is near enough to be worth naming.
    static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let best = known.map { ($0, distance(word, $0)) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
        guard let (candidate, steps) = best, steps <= max(2, word.utf8.count / 3) else { return nil }
        return candidate
    }

    /// Levenshtein distance over bytes, without regard to case.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased().utf8)
        let right = Array(right.lowercased().utf8)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var corner = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let substituted = corner + (a == b ? 0 : 1)
                corner = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, corner + 1)
            }
        }
        return row[right.count]
    }
}
