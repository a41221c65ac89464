/// The name of an object that lives on one loop: may be passed anywhere, while the object stays.
package struct Resident<Object: AnyObject>: Sendable {
    let number: Int
}
