import type { Language } from './tenant.ts'

type MailText = { readonly subject: string; readonly bodyText: string }

/** To the first administrator of a new tenant. */
export function welcomeMail(language: Language, organisation: string, url: string): MailText {
  const mails: Record<Language, MailText> = {
    en: {
      subject: `${organisation} is ready`,
      bodyText: `Your box office for ${organisation} is ready.\n\nSign in with this link. It works once, for three days:\n${url}\n`,
    },
    fr: {
      subject: `${organisation} est prêt`,
      bodyText: `Votre billetterie pour ${organisation} est prête.\n\nConnectez-vous avec ce lien. Il fonctionne une fois, pendant trois jours :\n${url}\n`,
    },
  }
  return mails[language]
}

/** To whoever asked to sign in with this address. */
export function signInMail(language: Language, organisation: string, url: string): MailText {
  const mails: Record<Language, MailText> = {
    en: {
      subject: `Sign in to ${organisation}`,
      bodyText: `Sign in to ${organisation} with this link. It works once, for one hour:\n${url}\n\nYou did not ask for it? Then do nothing: nobody can sign in without this link.\n`,
    },
    fr: {
      subject: `Connexion à ${organisation}`,
      bodyText: `Connectez-vous à ${organisation} avec ce lien. Il fonctionne une fois, pendant une heure :\n${url}\n\nVous ne l’avez pas demandé ? Ne faites rien : personne ne peut se connecter sans ce lien.\n`,
    },
  }
  return mails[language]
}
