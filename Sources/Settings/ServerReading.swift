import Codec
import HTTP
import HTTPServer
import OAuth

/// Reads `server` and `admin`.
struct ServerReading {
    let log: FaultLog

    /// The addresses that the broker goes by.
    struct Origins {
        let issuer: Issuer
        let link: String?
    }

    func server(_ section: Section) -> ServerSettings {
        ServerSettings(
            listen: listeners(section, "listen", example: "\"127.0.0.1:8080\"") ?? [],
            trustedProxies: trustedProxies(section), workers: section.number("workers", 0...256) ?? 0,
            limits: section.section("limits").map(limits) ?? ServerLimits())
    }

    private func limits(_ section: Section) -> ServerLimits {
        var limits = ServerLimits()
        limits.request.headerBytes =
            section.number("header_bytes", 1_024...1_048_576) ?? limits.request.headerBytes
        limits.request.bodyBytes =
            section.number("body_bytes", 1_024...16_777_216) ?? limits.request.bodyBytes
        limits.headTime = section.number("header_timeout_s", 1...600).map { .seconds($0) } ?? limits.headTime
        limits.idleTime = section.number("idle_timeout_s", 1...3_600).map { .seconds($0) } ?? limits.idleTime
        limits.connections = section.number("connections", 16...1_000_000) ?? limits.connections
        section.finish()
        return limits
    }

    private func trustedProxies(_ section: Section) -> [AddressBlock] {
        section.texts("trusted_proxies").compactMap { node, text in
            if let block = AddressBlock(text) { return block }
            log.fault(
                node, "\(node.shown(text)) is not a network",
                mend: "write it as \"10.0.0.0/8\" or \"::1/128\"")
            return nil
        }
    }

    /// `listen`: an address, `{ address, proxy_protocol }`, or a list of these.
    private func listeners(_ section: Section, _ key: String, example: String) -> [Listener]? {
        items(section, key, example: example)?.compactMap { node in
            // { env: … } and { file: … } are texts.
            guard case .object(let members) = node.value, members["env"] == nil, members["file"] == nil else {
                return address(node, section, example: example).map { Listener($0) }
            }
            guard let listener = Section(node, log, section.secrets) else { return nil }
            let expectsProxyHeader = listener.bool("proxy_protocol") ?? false
            let item = listener.member("address")
            listener.finish()
            guard let item else {
                log.fault(listener.child("address"), "is missing", mend: "add address: \(example)")
                return nil
            }
            return address(item, listener, example: example).map {
                Listener($0, expectsProxyHeader: expectsProxyHeader)
            }
        }
    }

    /// `listen`: an address or a list of them.
    func addresses(_ section: Section, _ key: String, example: String) -> [ListenAddress]? {
        items(section, key, example: example)?.compactMap { address($0, section, example: example) }
    }

    private func items(_ section: Section, _ key: String, example: String) -> [Node]? {
        if let items = section.list(key, orOne: true), !items.isEmpty { return items }
        log.fault(section.child(key), "is missing", mend: "add \(key): \(example)")
        return nil
    }

    private func address(_ node: Node, _ section: Section, example: String) -> ListenAddress? {
        guard let text = section.secrets.text(of: node, log) else { return nil }
        if let address = ListenAddress(text) { return address }
        log.fault(
            node, "\(node.shown(text)) is not an address to listen on",
            mend: "write \(example), or \"unix:/path\"")
        return nil
    }

    /// `public_url` and `link_url`: https, or http on a loopback host for development.
    func origins(_ section: Section) -> Origins? {
        let issuer = origin(section, "public_url", required: true)
        let link = origin(section, "link_url", required: false)
        guard let issuer, let name = Issuer(issuer.text) else { return nil }
        if let link, link.host == issuer.host {
            log.warn(
                section.child("link_url"),
                "has the host of public_url: iOS keeps a tapped link in Safari then (TN3155)",
                mend: "give links a host of their own, https://link.… ")
        }
        if link == nil, !section.has("link_url") {
            log.warn(
                section.child("link_url"),
                "is not set: iOS keeps the recovery page's link in Safari (TN3155)",
                mend: "add link_url: \"https://link.…\" that the same proxy serves")
        }
        return Origins(issuer: name, link: link?.text)
    }

    private func origin(_ section: Section, _ key: String, required: Bool) -> StrictURL? {
        let example = key == "public_url" ? "\"https://auth.example.com\"" : "\"https://link.example.com\""
        guard let text = required ? section.required(key, example: example) : section.text(key) else {
            return nil
        }
        let node = section.child(key)
        guard let url = StrictURL(text) else {
            log.fault(node, "\(node.shown(text)) is not an absolute URL", mend: "write \(example)")
            return nil
        }
        guard url.scheme == "https" || (url.scheme == "http" && url.isLoopback) else {
            log.fault(
                node, "must be https (http is taken for loopback hosts alone)", mend: "write \(example)")
            return nil
        }
        guard url.path.isEmpty, url.query == nil else {
            log.fault(
                node, "must be scheme and host alone, without a path or a trailing slash",
                mend: "leave out everything behind the host")
            return nil
        }
        // It is compared with the origins of other URLs, which have one spelling.
        guard url.origin.utf8.elementsEqual(text.utf8) else {
            log.fault(
                node, "must be in lower case and without the port that its scheme implies",
                mend: "write \"\(url.origin)\"")
            return nil
        }
        return url
    }
}
