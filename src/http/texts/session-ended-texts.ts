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

const shared = {
  en: {
    kept: 'What you typed is kept on this page, until you close it:',
    files: 'A file that you chose is not kept: the form may ask for it again.',
    again: 'Send again',
  },
  fr: {
    kept: 'Ce que vous avez saisi reste sur cette page, tant que vous ne la fermez pas :',
    files: 'Un fichier choisi n’est pas conservé : le formulaire peut le demander à nouveau.',
    again: 'Envoyer à nouveau',
  },
}

/** A form that was sent after the session had ended, or long after its person had shown who they are. */
export const sessionEndedTexts = localized<Readonly<Record<'ended' | 'stale', SessionEndedTexts>>>({
  en: {
    ended: {
      ...shared.en,
      title: 'Your session has ended',
      nothingSaved: 'Nothing was saved.',
      steps: [
        'Sign in. This opens in another tab, so leave this one open.',
        'Come back to this tab and send the form again.',
      ],
      signInBeside: 'Sign in, in a new tab',
      notKept: 'Sign in, and you are back at the page of the form, to fill it in once more.',
      signIn: 'Sign in',
    },
    stale: {
      ...shared.en,
      title: 'Confirm that it is you',
      nothingSaved: 'This step asks once more, because you signed in a while ago. Nothing was saved yet.',
      steps: [
        'Confirm that it is you. This opens in another tab, so leave this one open.',
        'Come back to this tab and send the form again.',
      ],
      signInBeside: 'Confirm, in a new tab',
      notKept: 'Confirm that it is you, and you are back at the page of the form, to fill it in once more.',
      signIn: 'Confirm',
    },
  },
  fr: {
    ended: {
      ...shared.fr,
      title: 'Votre session est terminée',
      nothingSaved: 'Rien n’a été enregistré.',
      steps: [
        'Connectez-vous. Un autre onglet s’ouvre ; laissez celui-ci ouvert.',
        'Revenez à cet onglet et envoyez à nouveau le formulaire.',
      ],
      signInBeside: 'Se connecter, dans un nouvel onglet',
      notKept: 'Connectez-vous : vous reviendrez à la page du formulaire, pour le remplir à nouveau.',
      signIn: 'Se connecter',
    },
    stale: {
      ...shared.fr,
      title: 'Confirmez que c’est vous',
      nothingSaved:
        'Cette étape le demande à nouveau, car votre connexion date un peu. Rien n’est encore enregistré.',
      steps: [
        'Confirmez que c’est vous. Un autre onglet s’ouvre ; laissez celui-ci ouvert.',
        'Revenez à cet onglet et envoyez à nouveau le formulaire.',
      ],
      signInBeside: 'Confirmer, dans un nouvel onglet',
      notKept:
        'Confirmez que c’est vous : vous reviendrez à la page du formulaire, pour le remplir à nouveau.',
      signIn: 'Confirmer',
    },
  },
})
