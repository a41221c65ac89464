import AppLinks
import Codec
import OAuth

/// The parts of a client that are about its apps and its looks.
extension ClientsReading {
    func storeLinks(_ section: Section) -> Client.StoreLinks {
        guard let links = section.section("store_links") else { return Client.StoreLinks() }
        defer { links.finish() }
        return Client.StoreLinks(android: webAddress(links, "android"), ios: webAddress(links, "ios"))
    }

    func branding(_ section: Section) -> Client.Branding {
        guard let given = section.section("branding") else { return Client.Branding() }
        defer { given.finish() }
        var accent = given.text("accent")
        if let text = accent, !Self.isColour(text) {
            let node = given.child("accent")
            log.fault(node, "\(node.shown(text)) is not a colour", mend: "write it as \"#0a84ff\"")
            accent = nil
        }
        return Client.Branding(
            accent: accent, logo: given.text("logo"), supportURL: webAddress(given, "support_url"))
    }

    func allowedOrigins(_ section: Section) -> [String] {
        section.texts("allowed_origins").compactMap { node, text in
            let isOrigin =
                text.contains("://") && !text.hasSuffix("/") && text != "*"
                && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            if !isOrigin {
                log.fault(
                    node, "\(node.shown(text)) is not an origin",
                    mend: "write \"capacitor://localhost\", without a slash at the end")
            }
            return isOrigin ? text : nil
        }
    }

    func androidApps(_ section: Section) -> [Client.AndroidRegistration] {
        (section.list("android") ?? []).compactMap { item -> Client.AndroidRegistration? in
            guard let app = Section(item, log, secrets) else { return nil }
            defer { app.finish() }
            _ = app.text("track")
            let prints = app.texts("sha256_cert_fingerprints")
            guard let name = app.required("package_name", example: "\"com.example.mobile\"") else {
                return nil
            }
            do throws(AndroidAppFaults) {
                let checked = try AndroidApp(packageName: name, fingerprints: prints.map(\.text))
                if let hint = checked.hint {
                    log.warn(
                        app.child("sha256_cert_fingerprints"), hint,
                        mend: "list the upload key's and the Play signing key's")
                }
                return Client.AndroidRegistration(
                    packageName: name, fingerprints: checked.fingerprints.map(\.text))
            } catch {
                report(error, app, prints.map(\.node))
                return nil
            }
        }
    }

    private func report(_ faults: AndroidAppFaults, _ app: Section, _ prints: [Node]) {
        if faults.packageName != nil {
            log.fault(
                app.child("package_name"), "is not an Android package name",
                mend: "write it as \"com.example.mobile\"")
        }
        if faults.noFingerprint {
            log.fault(
                app.child("sha256_cert_fingerprints"),
                "names no certificate, so Android would never open the app",
                mend: "add the SHA-256 fingerprint that Play Console or keytool shows")
        }
        for (index, fault) in faults.fingerprints where prints.indices.contains(index) {
            log.fault(
                prints[index], fault.description,
                mend: "write the certificate's SHA-256 as AA:BB:… (32 bytes)")
        }
    }

    func iosApps(_ section: Section) -> [String] {
        (section.list("ios") ?? []).compactMap { item -> String? in
            guard let app = Section(item, log, secrets) else { return nil }
            defer { app.finish() }
            guard let id = app.required("app_id", example: "\"TEAMID.com.example.mobile\"") else {
                return nil
            }
            do throws(IOSAppFault) { return try IOSApp(appID: id).appID } catch {
                log.fault(app.child("app_id"), error.description, mend: "write \"TEAMID.com.example.mobile\"")
                return nil
            }
        }
    }

    private func webAddress(_ section: Section, _ key: String) -> String? {
        guard let text = section.text(key) else { return nil }
        if let url = StrictURL(text), url.scheme == "https" { return text }
        let node = section.child(key)
        log.fault(node, "\(node.shown(text)) is not an https address", mend: "write \"https://…\"")
        return nil
    }

    private static func isColour(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "#") && (digits.count == 3 || digits.count == 6)
            && digits.allSatisfy { Hex.digit($0) != nil }
    }
}
