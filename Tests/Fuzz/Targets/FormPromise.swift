import Codec

/// The form and query decoder: what it reads and writes again is read alike, and nothing stands twice unseen.
enum FormPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let text = String(validating: input, as: UTF8.self) {
            let component = PercentEncoding.component(text)
            try promise(PercentEncoding.isWellFormed(component.utf8), "what is encoded is well-formed")
            let decoded = PercentEncoding.decode(component)
            try promise(
                decoded?.utf8.elementsEqual(text.utf8) == true, "what is encoded is decoded to itself")
            if PercentEncoding.decode(text) != nil {
                try promise(PercentEncoding.isWellFormed(input), "what is decoded was well-formed")
            }
        }
        guard let form = try? Form(parsing: input) else { return }
        try promise(form.pairs.count <= 100, "not more parameters than the limit")
        let sliced = try? Form(parsing: ([0] + input)[1...])
        try promise(sliced.map { same($0, form) } == true, "the same is read of a slice")
        let written = Form.encode(form.pairs.map { ($0.name, $0.value) })
        let again = try? Form(parsing: written.utf8)
        try promise(again.map { same($0, form) } == true, "what is written again is read alike")
        for pair in form.pairs {
            try promise(!pair.name.utf8.contains(0) && !pair.value.utf8.contains(0), "no NUL")
            let times = form.values(pair.name).count
            let single = (try? form.single(pair.name)) ?? nil
            try promise((single != nil) == (times == 1), "a name that stands twice has no single value")
        }
    }

    private static func same(_ one: Form, _ other: Form) -> Bool {
        one.pairs.elementsEqual(other.pairs) {
            $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
        }
    }
}
