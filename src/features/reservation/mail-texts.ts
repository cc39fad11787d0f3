import type { Language } from '../../lib/language.ts'

type MailText = { readonly subject: string; readonly bodyText: string }

/** To a person whose address has to be confirmed before their free tickets count. */
export function confirmationMail(language: Language, eventName: string, url: string): MailText {
  const mails: Record<Language, MailText> = {
    en: {
      subject: `Confirm your booking for ${eventName}`,
      bodyText: `Your places for ${eventName} are being held.\n\nConfirm your booking here:\n${url}\n\nIf you did not book, ignore this mail: the places are given back.\n`,
    },
    fr: {
      subject: `Confirmez votre réservation pour ${eventName}`,
      bodyText: `Vos places pour ${eventName} sont retenues.\n\nConfirmez votre réservation ici :\n${url}\n\nSi vous n'avez rien réservé, ignorez ce message : les places seront remises en vente.\n`,
    },
  }
  return mails[language]
}

/** To a person whose booking is paid or confirmed. */
export function ticketsMail(language: Language, eventName: string, ticketCount: number): MailText {
  const mails: Record<Language, MailText> = {
    en: {
      subject: `Your booking for ${eventName}`,
      bodyText: `Your booking for ${eventName} is complete. Tickets: ${ticketCount}.\n`,
    },
    fr: {
      subject: `Votre réservation pour ${eventName}`,
      bodyText: `Votre réservation pour ${eventName} est complète. Billets : ${ticketCount}.\n`,
    },
  }
  return mails[language]
}
