import { localized } from './localized.ts'

type PasskeyTexts = {
  readonly title: string
  readonly lead: string
  /** Why there must be one, and what to do where there cannot. */
  readonly required: Readonly<Record<'make' | 'make_for_role', string>>
  readonly cannot: Readonly<Record<'make' | 'make_for_role', string>>
  readonly name: string
  readonly usualName: string
  readonly add: string
  readonly added: string
  readonly unable: string
  readonly failed: string
  readonly refused: string
  readonly since: string
  readonly used: string
  readonly remove: string
  readonly removeLead: string
  readonly removeButton: (name: string) => string
  readonly removed: string
  readonly codes: string
  readonly codesLeft: (left: number) => string
  readonly codesRenew: string
  readonly codesTitle: string
  readonly codesLead: string
  readonly goOn: string
  readonly askTitle: string
  readonly askLead: string
  readonly askButton: string
  readonly againTitle: string
  readonly againLead: string
  readonly againByMail: (email: string) => string
  /** To whom the provider of an organisation has signed in. */
  readonly againByProvider: string
  readonly againByProviderMail: (email: string) => string
  readonly againButton: string
  readonly againPasskey: string
  readonly askCode: string
  readonly code: string
  readonly codeButton: string
  readonly codeWrong: string
  readonly askLost: string
  readonly manage: string
}

/** The second factor of a sign-in (ADR 0240). */
export const passkeyTexts = localized<PasskeyTexts>({
  en: {
    title: 'Passkeys',
    lead: 'A passkey is kept by your telephone, your computer or a security key, and opened by your finger, face or PIN. Once you have one, a mail alone no longer opens the administration.',
    required: {
      make: 'Whoever administers this server needs a passkey beside the mail: kept by your telephone, your computer or a security key, and opened by your finger, face or PIN. Make one now; it takes a minute.',
      make_for_role:
        'Your work here needs a passkey beside the mail, as your organisation wants: kept by your telephone, your computer or a security key, and opened by your finger, face or PIN. Make one now; it takes a minute.',
    },
    cannot: {
      make: 'You cannot make one? Whoever runs this server can start it with SECOND_FACTOR=optional; then the mail is enough, as before.',
      make_for_role:
        'You cannot make one? An owner of your organisation can take your role off the list, at the bottom of the team page.',
    },
    name: 'Name of the passkey',
    usualName: 'My passkey',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    unable:
      'This browser cannot use passkeys here. They need a current browser, with scripts, and an address that begins with https:// (or localhost on the computer itself).',
    failed: 'Nothing came of it. Try again, or with another browser.',
    refused: 'The passkey was not taken: it took too long, or is not one of yours. Try again.',
    since: 'Added:',
    used: 'last used:',
    remove: 'Remove',
    removeLead: 'You can no longer sign in with it. It stays on your device until you delete it there.',
    removeButton: (name) => `Remove ${name}`,
    removed: 'The passkey is removed.',
    codes: 'Recovery codes',
    codesLeft: (left) => (left === 1 ? 'One is left.' : `${left} are left.`),
    codesRenew: 'Make new codes',
    codesTitle: 'Write these codes down',
    codesLead:
      'Each opens the administration once, when your passkey is lost. They are shown this one time; those before are worth nothing any more. Keep them on paper, not in your mailbox.',
    goOn: 'I have them; go on',
    askTitle: 'Show your passkey',
    askLead: 'Your mail has been confirmed. Your passkey opens the administration.',
    askButton: 'Use my passkey',
    againTitle: 'Confirm that it is you',
    againLead: 'What you are about to do asks for your passkey once more, because you signed in a while ago.',
    againByMail: (email) =>
      `What you are about to do asks once more who you are, because you signed in a while ago. A mail with a code goes to ${email}.`,
    againByProvider:
      'Your organisation has signed you in. For what comes now your passkey is asked for, too.',
    againByProviderMail: (email) =>
      `Your organisation has signed you in. For what comes now you confirm by mail that it is you: a code goes to ${email}.`,
    againButton: 'Send me the mail',
    againPasskey: 'Make a passkey: next time a touch is enough.',
    askCode: 'I do not have it: use a recovery code',
    code: 'Recovery code',
    codeButton: 'Go on with the code',
    codeWrong: 'No such code, or it was used before.',
    askLost:
      'Neither passkey nor code? Whoever runs this server can reset your passkeys with the command guichet passkey reset.',
    manage: 'Look after your passkeys',
  },
  fr: {
    title: 'Clés d’accès',
    lead: 'Une clé d’accès (passkey) est gardée par votre téléphone, votre ordinateur ou une clé de sécurité, et s’ouvre par le doigt, le visage ou un code PIN. Dès que vous en avez une, un message seul n’ouvre plus l’administration.',
    required: {
      make: 'Qui administre ce serveur a besoin d’une clé d’accès (passkey), à côté du message : gardée par votre téléphone, votre ordinateur ou une clé de sécurité, elle s’ouvre par le doigt, le visage ou un code PIN. Créez-la maintenant ; cela prend une minute.',
      make_for_role:
        'Votre travail ici demande une clé d’accès (passkey), à côté du message, comme votre organisation le souhaite : gardée par votre téléphone, votre ordinateur ou une clé de sécurité, elle s’ouvre par le doigt, le visage ou un code PIN. Créez-en une maintenant ; cela prend une minute.',
    },
    cannot: {
      make: 'Vous ne pouvez pas en créer ? La personne qui gère ce serveur peut le démarrer avec SECOND_FACTOR=optional ; le message suffit alors, comme avant.',
      make_for_role:
        'Vous ne pouvez pas en créer ? Un propriétaire de votre organisation peut retirer votre rôle de la liste, au bas de la page de l’équipe.',
    },
    name: 'Nom de la clé d’accès',
    usualName: 'Ma clé d’accès',
    add: 'Ajouter une clé d’accès',
    added: 'La clé d’accès est ajoutée.',
    unable:
      'Ce navigateur ne peut pas utiliser de clé d’accès ici. Il faut un navigateur récent, avec les scripts, et une adresse qui commence par https:// (ou localhost sur l’ordinateur lui-même).',
    failed: 'Cela n’a rien donné. Réessayez, ou avec un autre navigateur.',
    refused: 'La clé d’accès n’a pas été acceptée : trop tard, ou ce n’est pas une des vôtres. Réessayez.',
    since: 'Ajoutée :',
    used: 'dernier usage :',
    remove: 'Retirer',
    removeLead:
      'Vous ne pourrez plus vous connecter avec elle. Elle reste sur votre appareil jusqu’à ce que vous l’y supprimiez.',
    removeButton: (name) => `Retirer ${name}`,
    removed: 'La clé d’accès est retirée.',
    codes: 'Codes de secours',
    codesLeft: (left) => (left === 1 ? 'Il en reste un.' : `Il en reste ${left}.`),
    codesRenew: 'Créer de nouveaux codes',
    codesTitle: 'Notez ces codes',
    codesLead:
      'Chacun ouvre l’administration une fois, quand votre clé d’accès est perdue. Ils ne sont montrés que cette fois ; les précédents ne valent plus rien. Gardez-les sur papier, pas dans votre boîte aux lettres.',
    goOn: 'Je les ai ; continuer',
    askTitle: 'Présentez votre clé d’accès',
    askLead: 'Votre adresse est confirmée. Votre clé d’accès ouvre l’administration.',
    askButton: 'Utiliser ma clé d’accès',
    againTitle: 'Confirmez que c’est vous',
    againLead:
      'Ce que vous allez faire demande à nouveau votre clé d’accès, car votre connexion date un peu.',
    againByMail: (email) =>
      `Ce que vous allez faire demande une nouvelle confirmation, car votre connexion date un peu. Un message avec un code part vers ${email}.`,
    againByProvider:
      'Votre organisation vous a connecté. Pour la suite, votre clé d’accès est aussi demandée.',
    againByProviderMail: (email) =>
      `Votre organisation vous a connecté. Pour la suite, confirmez par e-mail que c’est bien vous : un code part vers ${email}.`,
    againButton: 'M’envoyer le message',
    againPasskey: 'Créez une clé d’accès : la prochaine fois, un geste suffira.',
    askCode: 'Je ne l’ai pas : utiliser un code de secours',
    code: 'Code de secours',
    codeButton: 'Continuer avec le code',
    codeWrong: 'Ce code n’existe pas, ou a déjà servi.',
    askLost:
      'Ni clé ni code ? La personne qui gère ce serveur peut réinitialiser vos clés avec la commande guichet passkey reset.',
    manage: 'Gérer vos clés d’accès',
  },
})
