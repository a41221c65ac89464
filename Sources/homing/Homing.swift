@main
struct Homing {
    static func main() async {
        print("homing")
    }
}
