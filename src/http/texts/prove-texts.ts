import { localized } from './localized.ts'
import { type MailedCodeTexts, mailedCode } from './mailed-code-texts.ts'

type ProveTexts = MailedCodeTexts & {
  readonly title: string
  readonly lead: (event: string) => string
  /** While the browser works. */
  readonly solving: string
  /** Of the button that lets it. */
  readonly solve: string
  readonly mail: (email: string) => string
  readonly mailButton: string
  readonly nothingHeld: string
  /** Of the page with the code. */
  readonly codeButton: string
  readonly codeEnded: string
  readonly again: string
  readonly enough: string
}

/** What strangers prove before they book while many do. */
export const proveTexts = localized<ProveTexts>({
  en: {
    title: 'One moment',
    lead: (event) =>
      `Many people are booking for ${event} right now. Before places are held for you, we make sure that you are no robot.`,
    solving: 'One moment, we make sure that you are no robot. Your booking is then sent by itself.',
    solve: 'Go on',
    mail: (email) =>
      `Or have a code mailed to ${email}: with it you book at once, and the address is confirmed.`,
    mailButton: 'Send me a code by mail',
    nothingHeld: 'Nothing is held yet. What you typed is kept on this page, until you close it.',
    ...mailedCode.en,
    sent: (email) =>
      `A code is on its way to ${email}. Type it here and your places are booked; nothing is held before.`,
    codeButton: 'Book',
    codeEnded: 'This code is no longer good. Ask for a new one below.',
    again: 'No mail? Send another code',
    enough:
      'After a few mails that nobody used, no more are sent for a while. The link in the latest one signs you in for an hour: whoever is signed in needs no code.',
  },
  fr: {
    title: 'Un instant',
    lead: (event) =>
      `Beaucoup de monde réserve en ce moment pour ${event}. Avant de retenir vos places, nous vérifions que vous n’êtes pas un robot.`,
    solving:
      'Un instant, nous vérifions que vous n’êtes pas un robot. Votre réservation part ensuite toute seule.',
    solve: 'Continuer',
    mail: (email) =>
      `Ou recevez un code à l’adresse ${email} : avec lui vous réservez aussitôt, et l’adresse est confirmée.`,
    mailButton: 'M’envoyer un code par e-mail',
    nothingHeld:
      'Rien n’est encore retenu. Ce que vous avez saisi reste sur cette page, tant que vous ne la fermez pas.',
    ...mailedCode.fr,
    sentTitle: 'Regardez votre messagerie',
    sent: (email) =>
      `Un code est en route vers ${email}. Saisissez-le ici et vos places sont réservées ; rien n’est retenu avant.`,
    codeButton: 'Réserver',
    codeWrong: (left) =>
      `Ce n’est pas le code du dernier message. ${left} ${left === 1 ? 'essai restant' : 'essais restants'}.`,
    codeEnded: 'Ce code n’est plus valable. Demandez-en un nouveau ci-dessous.',
    again: 'Pas de message ? Envoyer un autre code',
    enough:
      'Après quelques messages que personne n’a utilisés, on n’en envoie plus pendant un moment. Le lien du dernier vous connecte, pendant une heure : une fois connecté, aucun code n’est demandé.',
  },
})
