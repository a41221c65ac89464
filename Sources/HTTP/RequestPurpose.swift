extension Request {
    /// Whether the browser fetches this ahead of a wish of its person (H24): `Sec-Purpose` or `Purpose` names
    /// prefetch, or `X-Moz` does. Such a request must change nothing.
    package var isSpeculative: Bool {
        for name in [FieldName.secPurpose, .purpose, .xMoz] where fields.anyValue(name, contains: "prefetch")
        {
            return true
        }
        return false
    }

    /// Whether the client names text/html among what it accepts: a browser going to a page.
    package var acceptsHTML: Bool { fields.anyValue(.accept, contains: "text/html") }
}

extension Fields {
    /// Whether a value of this name contains the lower-case `text`, in any case.
    func anyValue(_ name: FieldName, contains text: StaticString) -> Bool {
        var found = false
        let length = text.utf8CodeUnitCount
        eachValue(name) { value in
            guard !found, value.count >= length else { return }
            for start in 0...(value.count - length) {
                if Octet.equal(UnsafeBufferPointer(rebasing: value[start..<start + length]), text) {
                    found = true
                    return
                }
            }
        }
        return found
    }
}
