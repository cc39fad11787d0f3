export type MailedCodeTexts = {
  readonly sentTitle: string
  readonly sent: (given: { readonly email: string }) => string
  readonly code: string
  readonly codeWrong: (given: { readonly left: number }) => string
}

const en: MailedCodeTexts = {
  sentTitle: 'Look in your mailbox',
  sent: ({ email }) => `A code is on its way to ${email}. Type it here, or open the link in the mail.`,
  code: 'Code from the mail',
  codeWrong: ({ left }) =>
    `This is not the code of the last mail. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
}

const fr: MailedCodeTexts = {
  sentTitle: 'Consultez votre messagerie',
  sent: ({ email }) => `Un code est en route vers ${email}. Saisissez-le ici, ou ouvrez le lien du message.`,
  code: 'Code reçu par e-mail',
  codeWrong: ({ left }) =>
    `Ce n’est pas le code du dernier message. Il reste ${left} ${left < 2 ? 'essai' : 'essais'}.`,
}

/** Of a code that was mailed and is typed on the page that asked for it, for the texts of each such page to take in. */
export const mailedCode = { en, fr } as const
