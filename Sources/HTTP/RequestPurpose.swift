extension Request {
    /// Whether the browser fetches this ahead of a wish of its person (H24): `Sec-Purpose` or `Purpose` names
    /// prefetch, or `X-Moz` does. Such a request must change nothing.
    package var isSpeculative: Bool { layout.isSpeculative }

    /// Whether the client names text/html among what it accepts: a browser going to a page.
    package var acceptsHTML: Bool {
        var accepts = false
        fields.eachValue(.accept) { accepts = accepts || Octet.contains($0, "text/html") }
        return accepts
    }
}
