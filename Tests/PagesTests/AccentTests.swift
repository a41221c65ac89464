import Pages
import Testing

@Suite struct AccentTests {
    @Test func `black or white can be read on every accent`() throws {
        let digits = Array("02468ace") + ["f"]
        for red in digits {
            for green in digits {
                for blue in digits {
                    let accent = try #require(Accent("#\(red)\(green)\(blue)"))
                    #expect(accent.contrast(to: accent.readable) >= 4.5)
                }
            }
        }
    }

    @Test func `luminance and contrast are those of WCAG`() throws {
        #expect(Accent.white.contrast(to: .black) == 21)
        #expect(try abs(#require(Accent("#777777")).contrast(to: .white) - 4.478) < 0.001)
        #expect(try abs(#require(Accent("#f00")).luminance - 0.2126) < 0.0001)
    }

    @Test func `white goes first where it can be read`() {
        #expect(Accent("#a8431f")?.readable == .white)
        #expect(Accent("#0a84ff")?.readable == .black)
    }

    @Test(arguments: [
        "", "#", "red", "#ff", "#ffff", "#fffff", "#gggggg", "0a84ff", "#0a84ff;}", "#0a84ff ", "#ÿÿÿ",
    ])
    func `what is no colour is refused`(text: String) {
        #expect(Accent(text) == nil)
    }

    @Test func `a colour is written in one way`() {
        #expect(Accent("#FA0")?.text == "#ffaa00")
        #expect(Accent("#0A84ff")?.text == "#0a84ff")
    }
}
