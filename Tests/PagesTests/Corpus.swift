/// Texts that became something else in other people's pages.
enum Corpus {
    static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>",
        "</title><script>alert(1)</script>", "</style><script>alert(1)</script>",
        "--><script>alert(1)</script>",
        "\" onfocus=\"alert(1)\" autofocus=\"", "' onmouseover='alert(1)", "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>", "<a href=\"https://evil.example/\">here</a>",
        "<meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\">",
        "<base href=\"https://evil.example/\">",
        "<form action=\"https://evil.example/\"><input name=code>", "<iframe srcdoc=\"<script>1</script>\">",
        "&lt;script&gt;", "&#x3c;script&#x3e;", "<!--", "]]>", "<![CDATA[", "{{7*7}}", "\\u003cscript\\u003e",
        "\\\"><",
        "<\u{0}script>", "<scr\u{0}ipt>", "`${alert(1)}`", "a\r\nSet-Cookie: a=b", "\u{202E}gnp.exe",
        "\u{2066}a\u{2069}",
        "\u{200F}\u{200E}\u{061C}", "a\u{2028}b\u{2029}c", "\u{85}\u{9B}", "\u{1B}[31m", "ﬀ＜script＞",
        "\u{FEFF}", "",
        String(repeating: "<", count: 5_000),
    ]
}
