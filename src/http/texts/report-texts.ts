import type { PageReportKind } from '../../features/tenant/page-report.ts'
import { localized } from './localized.ts'

type ReportTexts = {
  readonly title: string
  readonly lead: (organisation: string) => string
  readonly page: string
  readonly kind: string
  readonly kinds: Readonly<Record<PageReportKind, string>>
  readonly text: string
  readonly textHelp: string
  readonly email: string
  readonly emailHelp: string
  readonly optional: string
  readonly trap: string
  readonly kept: string
  readonly button: string
  readonly refused: string
  readonly wrong: Readonly<Record<'kind' | 'text' | 'email', string>>
  readonly enough: string
  readonly sentTitle: string
  readonly sent: string
  readonly back: string
}

/** Where a visitor tells whoever runs the server that something is wrong with a page. */
export const reportTexts = localized<ReportTexts>({
  en: {
    title: 'Report this page',
    lead: (organisation) =>
      `This goes to whoever runs this server, and not to ${organisation}, which is not told of it.`,
    page: 'Page',
    kind: 'What is wrong?',
    kinds: {
      pretends: 'Such as a bank, a shop or another house.',
      sells_nothing: 'Tickets, memberships or an event that is not real.',
      forbidden: 'Hatred, violence, or what belongs to others.',
      other: 'Say it below.',
    },
    text: 'What should be known about it',
    textHelp: 'How you came to the page, or what happened to you.',
    email: 'Your e-mail address',
    emailHelp: 'If you want an answer.',
    optional: 'optional',
    trap: 'Leave this empty',
    kept: 'What you write is kept for 90 days at most.',
    button: 'Send the report',
    refused: 'The report was not sent',
    wrong: {
      kind: 'Choose what is wrong.',
      text: 'Say it in 2,000 characters at most.',
      email: 'Give an e-mail address such as ada@example.org, or none.',
    },
    enough:
      'Many reports came from here today, and whoever runs this server has them. Send what else there is tomorrow.',
    sentTitle: 'Thank you',
    sent: 'Your report has been sent to whoever runs this server. They will look at the page.',
    back: 'Back to the page',
  },
  fr: {
    title: 'Signaler cette page',
    lead: (organisation) =>
      `Votre signalement va à la personne qui gère ce serveur, et non à ${organisation} : l’organisation n’en est pas informée.`,
    page: 'Page',
    kind: 'Qu’est-ce qui ne va pas ?',
    kinds: {
      pretends: 'Par exemple pour une banque, un magasin ou une autre salle.',
      sells_nothing: 'Des billets, des adhésions ou un évènement qui ne sont pas réels.',
      forbidden: 'De la haine, de la violence, ou ce qui est à d’autres.',
      other: 'Dites-le ci-dessous.',
    },
    text: 'Ce qu’il faut en savoir',
    textHelp: 'Comment vous êtes arrivé sur la page, ou ce qui vous est arrivé.',
    email: 'Votre adresse e-mail',
    emailHelp: 'Si vous souhaitez une réponse.',
    optional: 'facultatif',
    trap: 'Laissez ce champ vide',
    kept: 'Ce que vous écrivez est gardé 90 jours au plus.',
    button: 'Envoyer le signalement',
    refused: 'Le signalement n’a pas été envoyé',
    wrong: {
      kind: 'Choisissez ce qui ne va pas.',
      text: 'Dites-le en 2 000 caractères au plus.',
      email: 'Donnez une adresse e-mail comme ada@example.org, ou aucune.',
    },
    enough:
      'Beaucoup de signalements sont venus d’ici aujourd’hui, et la personne qui gère ce serveur les a. Envoyez la suite demain.',
    sentTitle: 'Merci',
    sent: 'Votre signalement a été envoyé à la personne qui gère ce serveur. Elle regardera la page.',
    back: 'Retour à la page',
  },
})
