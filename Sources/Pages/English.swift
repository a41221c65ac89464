extension Wording {
    package static let english = Wording(
        language: "en", direction: .leftToRight, recovery: englishRecovery, openApp: englishOpenApp,
        hints: englishHints, errors: englishErrors, choice: englishChoice, notices: englishNotices,
        signIn: englishSignIn,
        common: Common(support: "Get help", anyApp: "the app"))

    private static let englishRecovery = Recovery(
        waiting: Said(
            title: "Back to the app", heading: "Back to {app}",
            lead: "This is as far as the browser goes. The app takes it from here."),
        pickedUp: Said(
            title: "Continue in the app", heading: "Continue in {app}",
            lead: "The app has picked this up. Switch to it to go on."),
        expired: Said(
            title: "This link has run out", heading: "This link has run out",
            lead: "To keep you safe it lives only a few minutes. Go back to {app} and start again there."),
        unfinished: Said(
            title: "Back to the app", heading: "Sign-in stopped here",
            lead: "It was cancelled, or something went wrong on the way. Open {app} to try again."),
        unfinishedWithoutLink: Said(
            title: "Back to the app", heading: "Sign-in stopped here",
            lead:
                "It was cancelled, or something went wrong on the way. Go back to {app} and start again there."
        ),
        open: "Open {app}", minutesLeft: "This link works for another {minutes} min.",
        lastMinute: "This link works for less than 1 min more.", nothingOpens: "If nothing opens",
        gotNothing: "If the app says it got nothing",
        freshLink: "Here is a fresh link. The one before it no longer works.")

    private static let englishOpenApp = OpenApp(
        said: Said(
            title: "Open the app", heading: "{app} did not open",
            lead: "This link opens the app on the phone or tablet you started from. Try it once more."),
        saidOfAnyApp: Said(
            title: "Open the app", heading: "The app did not open",
            lead: "This link opens the app on the phone or tablet you started from. Try it once more."),
        again: "Open {app}", otherWay: "Try another way",
        otherWayNote: "Your phone then looks for the app by its name.",
        notInstalled: "If the app is not installed",
        appStore: "App Store", playStore: "Google Play")

    private static let englishHints = Hints(
        iosSafari: [
            "Touch and hold the button, then choose “Open in {app}”.",
            "Or pull this page down: a bar with “Open” may show at the top.",
        ],
        iosOther: ["Share this page and open it in Safari.", "There, tap the button again."],
        androidChrome: [
            "Tap the button once more.",
            "Or open the menu ⋮ and choose “Open in {app}”.",
        ],
        androidFirefox: ["Open the menu ⋮ and choose “Open in app”.", "Or tap the button once more."],
        androidOther: ["Tap the button once more.", "Or open this page in Chrome and tap it there."],
        embeddedIOS: [
            "Open the menu ••• and choose “Open in browser” or “Open in Safari”.",
            "There, tap the button again.",
        ],
        embeddedAndroid: [
            "Open the menu ⋮ and choose “Open in browser” or “Open in Chrome”.",
            "There, tap the button again.",
        ],
        elsewhere: ["Use the phone or tablet on which you started: the link opens the app there."],
        iosOnLinkHost: [
            "Pull this page down: a bar with “Open” shows at the top.",
            "Or touch and hold the button, then choose “Open in {app}”.",
        ],
        inside: "This is {browser}’s own browser. It may keep this page from opening the app.",
        insideUnknown: "This is another app’s browser. It may keep this page from opening yours.",
        switchOver: "Or switch to {app} yourself. Keep this page until it goes on there.")

    private static let englishErrors = Errors(
        unknownApp: Said(
            title: "This link does not work", heading: "We do not know this app",
            lead: """
                The link that brought you here names an app we do not know. Nothing has happened to \
                your account.
                """),
        badReturn: Said(
            title: "This link does not work", heading: "There is no safe way back",
            lead: """
                The link that brought you here would return to an address the app has not registered, \
                so we stopped. Nothing has happened to your account.
                """),
        badRequest: Said(
            title: "This link does not work", heading: "This link is damaged",
            lead: """
                Something in the link that brought you here is missing or doubled. Go back to your \
                app and start again.
                """),
        otherBrowser: Said(
            title: "Start again in the app", heading: "We lost the thread",
            lead: """
                This browser does not know the sign-in you came back from: it began elsewhere, or too \
                long ago. Go back to your app and start again.
                """),
        badLink: Said(
            title: "This link does not work", heading: "This link is damaged",
            lead: "It may have been cut short when it was copied. Go back to your app and start again."),
        forDeveloper: "For the app’s developer", reference: "Reference")

    private static let englishChoice = Choice(
        said: Said(
            title: "Choose how to sign in", heading: "How do you want to sign in?",
            lead: "Then you go on to {app}."),
        with: "Continue with {app}", cancel: "Cancel and go back")

    private static let englishNotices = Notices(
        working: Said(
            title: "Still working", heading: "Still working",
            lead: "We are waiting for an answer. Give it a few seconds, then check again."),
        unavailable: Said(
            title: "Try again in a moment", heading: "Back in a moment",
            lead: "We cannot answer just now. Wait a little, then try again."),
        notFound: Said(
            title: "Nothing here", heading: "There is nothing here",
            lead: "If a link brought you here, go back to your app and start again."),
        wrongMethod: Said(
            title: "Not this way", heading: "Not this way",
            lead: "This address cannot be used like that. Go back to your app and start again."),
        wrongHost: Said(
            title: "Wrong address", heading: "Wrong address",
            lead: "This server does not answer for the name in your address bar."),
        tooMany: Said(
            title: "Try again in a moment", heading: "A little too fast",
            lead: "Many requests came from your network. Wait {seconds} s, then try again."),
        tooManyForNow: Said(
            title: "Try again in a moment", heading: "A little too fast",
            lead: "Many requests came from your network. Wait a little, then try again."),
        checkAgain: "Check again", tryAgain: "Try again")

    private static let englishSignIn = SignIn(
        said: Said(title: "Sign in", heading: "Sign in", lead: "to go on to {app}"),
        account: "Account", password: "Password", submit: "Sign in", cancel: "Cancel",
        refused: "That did not match. Check both and try again.")
}
