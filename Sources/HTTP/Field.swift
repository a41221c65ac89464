/// One header field as a pair of texts.
package struct Field: Sendable, Hashable {
    package let name: FieldName
    package let value: String

    package init(name: FieldName, value: String) {
        self.name = name
        self.value = value
    }
}
