/// apple-app-site-association: which paths open which app, and which apps may end a sign-in session here.
struct AppleAssociation: Encodable {
    struct Links: Encodable {
        let details: [Detail]
    }
    struct Detail: Encodable {
        let appIDs: [String]
        let components: [Component]
    }
    struct Component: Encodable {
        let path: String
        enum CodingKeys: String, CodingKey { case path = "/" }
    }
    struct Credentials: Encodable {
        let apps: [String]
    }

    let applinks: Links
    /// ASWebAuthenticationSession refuses an https callback on a host that does not name the app here too.
    let webcredentials: Credentials

    /// Nil where there is no app. Apps that open the same paths stand together.
    init?(of apps: [AssociatedApp]) {
        var paths: [IOSApp: Set<LinkPath>] = [:]
        for app in apps {
            for ios in app.ios { paths[ios, default: []].formUnion(app.paths) }
        }
        if paths.isEmpty { return nil }
        let together = Dictionary(grouping: paths.keys) { app in paths[app, default: []].sorted() }
        let details = together.filter { !$0.key.isEmpty }.map { paths, apps in
            Detail(appIDs: apps.sorted().map(\.appID), components: paths.map { Component(path: $0.text) })
        }
        applinks = Links(details: details.sorted { ($0.appIDs.first ?? "") < ($1.appIDs.first ?? "") })
        webcredentials = Credentials(apps: paths.keys.sorted().map(\.appID))
    }
}
