/// Every word that a person reads, in one language. A language is one more value of this type: the compiler then
/// asks for each sentence. Numbers stand beside short units, so that no language needs its plural forms here.
///
/// No sentence may say that sign-in is done: only the app can know.
package final class Wording: Sendable {
    /// The language, as `lang` wants it (RFC 5646).
    package let language: String
    package let direction: Direction
    let recovery: Recovery
    let openApp: OpenApp
    let hints: Hints
    let errors: Errors
    let choice: Choice
    let notices: Notices
    let signIn: SignIn
    let common: Common

    /// A class, since a value of so many texts costs a count for each of them whenever it is handed on.
    init(
        language: String, direction: Direction, recovery: Recovery, openApp: OpenApp, hints: Hints,
        errors: Errors,
        choice: Choice, notices: Notices, signIn: SignIn, common: Common
    ) {
        self.language = language
        self.direction = direction
        self.recovery = recovery
        self.openApp = openApp
        self.hints = hints
        self.errors = errors
        self.choice = choice
        self.notices = notices
        self.signIn = signIn
        self.common = common
    }

    package enum Direction: String, Sendable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// A title for the window, a heading and what follows it.
    struct Said: Sendable {
        let title: Phrase
        let heading: Phrase
        let lead: Phrase
    }
    struct Recovery: Sendable {
        let waiting, pickedUp, expired, unfinished, unfinishedWithoutLink: Said
        let open, minutesLeft, lastMinute: Phrase
        let nothingOpens, gotNothing, freshLink: Phrase
    }
    struct OpenApp: Sendable {
        let said: Said
        /// Where no name is known: a sentence cannot begin with `anyApp`.
        let saidOfAnyApp: Said
        let again, otherWay, otherWayNote, notInstalled, appStore, playStore: Phrase
    }
    struct Hints: Sendable {
        let iosSafari, iosOther, androidChrome, androidFirefox, androidOther, embeddedIOS, embeddedAndroid,
            elsewhere: [Phrase]
        /// On the link's own host, where iOS keeps a tap in the browser.
        let iosOnLinkHost: [Phrase]
        let inside, insideUnknown, switchOver: Phrase
    }
    struct Errors: Sendable {
        let unknownApp, badReturn, badRequest, otherBrowser, badLink: Said
        let forDeveloper, reference: Phrase
    }
    struct Choice: Sendable {
        let said: Said
        let with, cancel: Phrase
    }
    struct Notices: Sendable {
        let working, unavailable, notFound, wrongMethod, wrongHost, tooMany, tooManyForNow: Said
        let checkAgain, tryAgain: Phrase
    }
    struct SignIn: Sendable {
        let said: Said
        let account, password, submit, cancel, refused: Phrase
    }
    struct Common: Sendable {
        let support: Phrase
        /// Where no name is known, within a sentence.
        let anyApp: Phrase
    }
}
