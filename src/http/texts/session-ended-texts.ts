import { localized } from './localized.ts'

type SessionEndedTexts = {
  readonly title: string
  readonly nothingSaved: string
  /** What to do where what was typed is on the page. */
  readonly kept: string
  readonly steps: readonly string[]
  readonly files: string
  readonly signInBeside: string
  readonly again: string
  /** What to do where it is not. */
  readonly notKept: string
  readonly signIn: string
}

/** A form that was sent after the session had ended. */
export const sessionEndedTexts = localized<SessionEndedTexts>({
  en: {
    title: 'Your session has ended',
    nothingSaved: 'Nothing was saved.',
    kept: 'What you typed is kept on this page, until you close it:',
    steps: [
      'Sign in. This opens in another tab, so leave this one open.',
      'Come back to this tab and send the form again.',
    ],
    files: 'A file that you chose is not kept: the form may ask for it again.',
    signInBeside: 'Sign in, in a new tab',
    again: 'Send again',
    notKept: 'Sign in, and you are back at the page of the form, to fill it in once more.',
    signIn: 'Sign in',
  },
  fr: {
    title: 'Votre session est terminée',
    nothingSaved: 'Rien n’a été enregistré.',
    kept: 'Ce que vous avez saisi reste sur cette page, tant que vous ne la fermez pas :',
    steps: [
      'Connectez-vous. Un autre onglet s’ouvre ; laissez celui-ci ouvert.',
      'Revenez à cet onglet et envoyez à nouveau le formulaire.',
    ],
    files: 'Un fichier choisi n’est pas conservé : le formulaire peut le demander à nouveau.',
    signInBeside: 'Se connecter, dans un nouvel onglet',
    again: 'Envoyer à nouveau',
    notKept: 'Connectez-vous : vous reviendrez à la page du formulaire, pour le remplir à nouveau.',
    signIn: 'Se connecter',
  },
})
