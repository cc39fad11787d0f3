import type { Language } from '../../lib/language.ts'

/** What can be wrong with a page. */
export const pageReportKinds = ['pretends', 'sells_nothing', 'forbidden', 'other'] as const
export type PageReportKind = (typeof pageReportKinds)[number]

export const longestReport = 2_000

/** Of one network within a day, and of one organisation that nobody is done with yet: so many tell enough. */
export const mostReports = { ofNetwork: 10, ofOrganisation: 200 } as const

/** Super-users are told of an organisation's once within that time. */
export const toldEveryMs = 3_600_000

/** On the form, on Root's page and in mails alike. */
export const pageReportWords: Readonly<Record<Language, Readonly<Record<PageReportKind, string>>>> = {
  en: {
    pretends: 'It pretends to be somebody else',
    sells_nothing: 'It sells what does not exist',
    forbidden: 'It shows what is forbidden',
    other: 'Something else',
  },
  fr: {
    pretends: 'Elle se fait passer pour quelqu’un d’autre',
    sells_nothing: 'Elle vend ce qui n’existe pas',
    forbidden: 'Elle montre ce qui est interdit',
    other: 'Autre chose',
  },
}
