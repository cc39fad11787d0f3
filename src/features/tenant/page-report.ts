/** What can be wrong with a page. */
export const pageReportKinds = ['pretends', 'sells_nothing', 'forbidden', 'other'] as const
export type PageReportKind = (typeof pageReportKinds)[number]

export const longestReport = 2_000

/** The most reports of one network within a day, and the most open ones about one organisation: so many tell enough. */
export const mostReports = { ofNetwork: 10, ofOrganisation: 200 } as const

/** Super-users are told of an organisation's reports once within that time. */
export const toldEveryMs = 3_600_000
