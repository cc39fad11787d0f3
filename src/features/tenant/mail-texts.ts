import type { Language } from '../../lib/language.ts'

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

type SignInWords = { readonly organisation: string; readonly url: string; readonly digits: string }

/** To whoever asked to sign in with this address. The code comes first: a phone shows it without opening the mail. */
export function signInMail(language: Language, { organisation, url, digits }: SignInWords): MailText {
  const code = `${digits.slice(0, 4)} ${digits.slice(4)}`
  const mails: Record<Language, MailText> = {
    en: {
      subject: `${code}: sign in to ${organisation}`,
      bodyText: `Your code to sign in to ${organisation}, for ten minutes, on the page where you asked for it:\n\n${code}\n\nOr sign in with this link. It works once, for one hour:\n${url}\n\nYou did not ask for it? Then do nothing, and give the code to nobody.\n`,
    },
    fr: {
      subject: `${code} : connexion à ${organisation}`,
      bodyText: `Votre code de connexion à ${organisation}, valable dix minutes, sur la page où vous l’avez demandé :\n\n${code}\n\nOu connectez-vous avec ce lien. Il fonctionne une fois, pendant une heure :\n${url}\n\nVous ne l’avez pas demandé ? Ne faites rien, et ne donnez ce code à personne.\n`,
    },
  }
  return mails[language]
}
