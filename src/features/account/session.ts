/** A session ends after two weeks without use, and after sixty days in any case. */
export const sessionIdleMs = 14 * 86_400_000
export const sessionLifeMs = 60 * 86_400_000

/** Longest idle time of a session with any right there, or over the server: a screen stays open for a night at most. */
export const staffIdleMs = 12 * 3_600_000

/** How long after a sign-in, or a passkey, sensitive steps ask for no further confirmation of identity. */
export const freshMs = 30 * 60_000

/** How long a browser is known by its mark: as long as browsers keep a cookie. */
export const knownBrowserLifeMs = 400 * 86_400_000

/** A super-user who entered an organisation from Root is let out again after an hour; the link there is followed at once. */
export const rootSessionLifeMs = 60 * 60_000
export const rootLinkLifeMs = 5 * 60_000

/** Time to go from the sign-in page to the provider, where a password may have to be found, and back. */
export const providerSignInLifeMs = 10 * 60_000

/** A sign-in link is in a mail or on a terminal: long enough to walk to it, short enough to be useless when found later. */
export const signInLinkLifeMs = 60 * 60_000

/** The first administrator of a new tenant, or of a new server, may come back tomorrow. */
export const setUpLinkLifeMs = 72 * 3_600_000

/** A code is short enough to type, so it gets little time and few tries (five in a hundred million). */
export const signInCodeLifeMs = 10 * 60_000
export const signInCodeDigits = 8
export const mostCodeTries = 5
