import { localized } from '../localized.ts'

type RootReportsTexts = {
  readonly lead: string
  readonly none: string
  readonly columns: Readonly<Record<'when' | 'organisation' | 'what' | 'page' | 'answer' | 'do', string>>
  readonly settle: string
  readonly settled: string
  readonly done: string
  /** On the first page of whoever runs the server. */
  readonly open: (count: number) => string
}

/** What visitors say is wrong with pages. */
export const rootReportsTexts = localized<RootReportsTexts>({
  en: {
    lead: 'What visitors say is wrong with a page. The organisation does not know of it. What is said is not proved: look at the page, and archive the organisation from its own page here if it cheats people. Reports are kept for 90 days.',
    none: 'Nobody has reported a page.',
    columns: {
      ...{ when: 'When', organisation: 'Organisation', what: 'What is wrong', page: 'Page' },
      ...{ answer: 'Answer to', do: 'What to do' },
    },
    settle: 'Done',
    settled: 'Done:',
    done: 'One less.',
    open: (count) =>
      count === 1 ? '1 report of a page waits for you' : `${count} reports of pages wait for you`,
  },
  fr: {
    lead: 'Ce que des visiteurs disent ne pas aller avec une page. L’organisation n’en sait rien. Ce qui est dit n’est pas prouvé : regardez la page, et archivez l’organisation depuis sa propre page ici si elle trompe les gens. Les signalements sont gardés 90 jours.',
    none: 'Personne n’a signalé de page.',
    columns: {
      ...{ when: 'Quand', organisation: 'Organisation', what: 'Ce qui ne va pas', page: 'Page' },
      ...{ answer: 'Réponse à', do: 'Que faire' },
    },
    settle: 'Traité',
    settled: 'Traité :',
    done: 'Un de moins.',
    open: (count) =>
      count === 1 ? '1 signalement de page vous attend' : `${count} signalements de pages vous attendent`,
  },
})
