import type { ProviderRefusal } from '../../features/team/enter-by-provider.ts'
import { localized } from './localized.ts'

type ProviderSignInTexts = {
  readonly forStaff: string
  readonly button: (name: string) => string
  readonly notSignedIn: string
  readonly refused: (name: string) => Readonly<Record<ProviderRefusal, string>>
  readonly noRole: string
}

/** The sign-in of staff by the provider of their organisation (ADR 0244). */
export const providerSignInTexts = localized<ProviderSignInTexts>({
  en: {
    forStaff: 'Do you work here?',
    button: (name) => `Continue with ${name}`,
    notSignedIn: 'You are not signed in',
    refused: (name) => ({
      unreachable: `${name} does not answer at the moment. Try again later, or sign in by mail.`,
      forbidden_address: `The way to ${name} cannot be used. Sign in by mail, and tell an owner of the organisation.`,
      no_provider: `${name} does not answer as it should. Sign in by mail, and tell an owner of the organisation.`,
      refused: `${name} did not let you in. Try again, or sign in by mail.`,
      clock: `The clocks of ${name} and of this server differ. Sign in by mail, and tell whoever runs one of them.`,
      invalid: `What came back from ${name} does not answer what this browser asked. Begin again, or sign in by mail.`,
      ended:
        'This sign-in took too long, was used before, or began in another browser. Begin again, or sign in by mail.',
      unverified: `${name} does not say that your mail address is yours. Sign in by mail, and tell whoever looks after ${name}.`,
      foreign_domain: `${name} is not believed here about your mail address. Sign in by mail, or ask an owner of the organisation.`,
      other_subject: `${name} knew somebody else by your mail address before. Sign in by mail, or ask an owner of the organisation.`,
    }),
    noRole: 'You are signed in, but have no role here. Ask an owner of the organisation for one.',
  },
  fr: {
    forStaff: 'Vous travaillez ici ?',
    button: (name) => `Continuer avec ${name}`,
    notSignedIn: 'Vous n’êtes pas connecté',
    refused: (name) => ({
      unreachable: `${name} ne répond pas pour le moment. Réessayez plus tard, ou connectez-vous par e-mail.`,
      forbidden_address: `L’adresse de ${name} ne peut pas être utilisée. Connectez-vous par e-mail, et prévenez un propriétaire de l’organisation.`,
      no_provider: `${name} ne répond pas comme attendu. Connectez-vous par e-mail, et prévenez un propriétaire de l’organisation.`,
      refused: `${name} ne vous a pas laissé entrer. Réessayez, ou connectez-vous par e-mail.`,
      clock: `Les horloges de ${name} et de ce serveur diffèrent. Connectez-vous par e-mail, et prévenez la personne qui s’en occupe.`,
      invalid: `Ce qui est revenu de ${name} ne répond pas à la demande de ce navigateur. Recommencez, ou connectez-vous par e-mail.`,
      ended:
        'Cette connexion a duré trop longtemps, a déjà servi, ou a commencé dans un autre navigateur. Recommencez, ou connectez-vous par e-mail.',
      unverified: `${name} ne dit pas que votre adresse e-mail est à vous. Connectez-vous par e-mail, et prévenez la personne qui s’occupe de ${name}.`,
      foreign_domain: `${name} ne fait pas foi ici pour votre adresse e-mail. Connectez-vous par e-mail, ou adressez-vous à un propriétaire de l’organisation.`,
      other_subject: `${name} désignait quelqu’un d’autre par votre adresse e-mail. Connectez-vous par e-mail, ou adressez-vous à un propriétaire de l’organisation.`,
    }),
    noRole:
      'Vous êtes connecté, mais vous n’avez pas de rôle ici. Demandez-en un à un propriétaire de l’organisation.',
  },
})
