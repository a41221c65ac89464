import Glibc

/// What the User-Agent tells of where a page is read: enough to choose a hint by, never to decide anything by.
package struct Browser: Sendable, Equatable {
    package enum System: Sendable { case ios, android, other }
    package enum Kind: Sendable, Equatable {
        case safari, chrome, firefox, samsung
        /// The browser inside another app, which opens no app links; the app's name, where known.
        case embedded(String?)
        case other
    }

    package let system: System
    package let kind: Kind

    package static let unknown = Browser(system: .other, kind: .other)

    package init(system: System, kind: Kind) {
        self.system = system
        self.kind = kind
    }

    package init(userAgent: String?) {
        guard let userAgent else { self = .unknown; return }
        var text = userAgent
        // The field is as long as its sender likes.
        self = text.withUTF8 { Self(UnsafeBufferPointer(rebasing: $0.prefix(512))) }
    }

    private init(_ words: UnsafeBufferPointer<UInt8>) {
        func has(_ word: StaticString) -> Bool { word.withUTF8Buffer { words.holds($0) } }
        system = has("iPhone") || has("iPad") || has("iPod") ? .ios : has("Android") ? .android : .other
        if let host = Self.hosts.first(where: { has($0.word) }) {
            kind = .embedded(host.name)
        } else if has("; wv)") || system == .ios && !has("Safari/") {
            kind = .embedded(nil)
        } else if has("FxiOS/") || has("Firefox/") {
            kind = .firefox
        } else if has("SamsungBrowser/") {
            kind = .samsung
        } else if has("EdgiOS/") || has("EdgA/") || has("OPR/") || has("OPT/") || has("DuckDuckGo/") {
            kind = .other
        } else if has("CriOS/") || system == .android && has("Chrome/") {
            kind = .chrome
        } else {
            kind = system == .ios ? .safari : .other
        }
    }

    /// Apps that show pages in a browser of their own, by a word of their User-Agent.
    private static let hosts: [(word: StaticString, name: String)] = [
        ("Instagram", "Instagram"), ("Barcelona", "Threads"), ("FBAN/", "Facebook"), ("FBAV/", "Facebook"),
        ("FB_IAB/", "Facebook"), ("musical_ly", "TikTok"), ("BytedanceWebview", "TikTok"),
        ("TikTok", "TikTok"), ("Snapchat", "Snapchat"), ("LinkedInApp", "LinkedIn"),
        ("Pinterest/", "Pinterest"),
        ("Twitter for", "X"), ("TwitterAndroid", "X"), (" Line/", "LINE"), ("MicroMessenger", "WeChat"),
        ("GSA/", "Google"), ("Slack/", "Slack"),
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether `word`, which is not empty, stands in these bytes, letter for letter.
    fileprivate func holds(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let all = baseAddress, let wanted = word.baseAddress else { return false }
        var start = 0
        while count - start >= word.count {
            guard let hit = memchr(all + start, Int32(word[0]), count - start - word.count + 1) else {
                return false
            }
            if memcmp(hit, wanted, word.count) == 0 { return true }
            start = UnsafeRawPointer(all).distance(to: hit) + 1
        }
        return false
    }
}
