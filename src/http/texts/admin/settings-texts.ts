import type { Language } from '../../../lib/language.ts'
import { localized } from '../localized.ts'

type Room = { readonly name: string; readonly title: string; readonly lead: string }
type Asked = { readonly label: string; readonly help: string }

type SettingsTexts = {
  readonly title: string
  readonly rooms: Readonly<
    Record<'identity' | 'rules' | 'payment' | 'wallets' | 'pictures' | 'domains' | 'sign_in', Room>
  >
  /** To whoever comes second. */
  readonly changed: string
  /** Each in its own language, as people look for theirs. */
  readonly languages: Readonly<Record<Language, string>>
  readonly identity: {
    readonly organisation: string
    readonly organisationHelp: (host: string) => string
    readonly organisationMissing: string
    readonly shortDescription: string
    readonly shortHelp: string
    readonly longDescription: string
    readonly reached: string
    readonly email: string
    readonly emailHelp: string
    readonly emailWrong: string
    readonly phone: string
    readonly phoneWrong: string
    readonly website: string
    readonly socialHelp: string
    readonly address: string
    readonly addressHelp: string
    readonly postalCode: string
    readonly city: string
    readonly legal: string
    readonly legalHelp: string
    readonly mails: string
    readonly mailSender: string
    readonly mailSenderHelp: string
    readonly replyEmail: string
    readonly replyEmailHelp: string
    readonly looks: string
    readonly color: string
    readonly colorHelp: string
    readonly swatch: string
    readonly swatchButton: string
    readonly swatchLink: string
    readonly colorReads: string
    readonly colorCorrected: string
    readonly reckons: string
    readonly language: string
    readonly languageHelp: string
    readonly languageWrong: string
    readonly timeZone: string
    readonly timeZoneHelp: string
    readonly currency: string
    readonly currencyHelp: string
    readonly currencyStays: string
  }
  readonly rules: {
    readonly between: (least: number, most: number) => string
    readonly fields: Readonly<
      Record<'online_hold_minutes' | 'email_hold_hours' | 'offer_hours' | 'cancellation_hours', Asked>
    >
    readonly ticks: Readonly<Record<'transfers' | 'membership_required' | 'membership_button', string>>
  }
  readonly pictures: Readonly<Record<'image' | 'logo' | 'map' | 'menu', string>>
  readonly payment: {
    readonly state: string
    readonly none: string
    readonly mode: { readonly test: string; readonly live: string }
    readonly since: string
    readonly webhook: string
    readonly webhookIs: { readonly set: string; readonly missing: string }
    readonly address: string
    readonly addressHelp: string
    readonly replace: string
    readonly writeOnly: string
    readonly secretKey: string
    readonly secretKeyHelp: string
    readonly secretKeyWrong: string
    readonly webhookSecret: string
    readonly webhookSecretHelp: string
    readonly webhookSecretWrong: string
    readonly button: string
    readonly remove: string
    readonly removeHelp: string
  }
}

const languages = { en: 'English', fr: 'Français' }

/** How the organisation looks, and what its rules are. */
export const settingsTexts = localized<SettingsTexts>({
  en: {
    title: 'Settings',
    rooms: {
      identity: {
        name: 'Who you are',
        title: 'Settings: who you are',
        lead: 'What your pages, mails, tickets and receipts say of you, and how they look.',
      },
      rules: {
        name: 'Rules',
        title: 'Settings: rules',
        lead: 'How long places are held, and what bookers may do by themselves. A change counts from the next booking on.',
      },
      pictures: {
        name: 'Pictures',
        title: 'Settings: pictures',
        lead: 'What people know you by, on your pages and in the directory.',
      },
      domains: {
        name: 'Own domains',
        title: 'Settings: own domains',
        lead: 'Your pages can answer at a domain of your own, such as tickets.example.org, once a record proves that it is yours.',
      },
      payment: {
        name: 'Online payment',
        title: 'Settings: online payment',
        lead: 'With keys of your account at Stripe, bookers pay online, and the money goes to that account.',
      },
      wallets: {
        name: 'Wallets',
        title: 'Settings: wallets of telephones',
        lead: 'With keys of your accounts at Apple and Google, bookers add their tickets to the wallet of their telephone.',
      },
      sign_in: {
        name: 'Sign-in of the team',
        title: 'Settings: sign-in of the team',
        lead: 'Where your organisation has a provider of OpenID Connect, whoever works here signs in by it. The mail goes on working for everybody.',
      },
    },
    changed:
      'Somebody else changed these settings while you had them open. Saved again, yours replace theirs.',
    languages,
    identity: {
      organisation: 'Name of the organisation',
      organisationHelp: (host) => `The address of the pages stays as it is: ${host}`,
      organisationMissing: 'Give the organisation a name.',
      shortDescription: 'In one sentence',
      shortHelp: 'Under the name on the pages, and in the directory.',
      longDescription: 'More about the organisation',
      reached: 'How people reach it',
      email: 'E-mail',
      emailHelp:
        'Shown to visitors. Whoever answers a mail writes here, unless another address is given below.',
      emailWrong: 'Use an e-mail address, such as hello@example.org.',
      phone: 'Telephone',
      phoneWrong: 'Use digits and blanks, such as +33 5 61 00 00 00.',
      website: 'Website',
      socialHelp:
        'The page there, such as https://www.instagram.com/the-owls, is a link at the foot of the home page.',
      address: 'Street and number',
      addressHelp: 'The place and its events are there: it stands on the tickets.',
      postalCode: 'Postal code',
      city: 'Town',
      legal: 'Legal mentions',
      legalHelp:
        'Registration number, licence, who is responsible; or the web address of a page that says so. They stand in the legal notice.',
      mails: 'Mails',
      mailSender: 'Sent in the name of',
      mailSenderHelp:
        'What people see as the sender. Empty: the name of the organisation. The address behind it is the server’s, so that mails are not taken for spam.',
      replyEmail: 'Answers go to',
      replyEmailHelp: 'Empty: to the e-mail address above. Visitors see it when they answer.',
      looks: 'How the pages look',
      color: 'Colour',
      colorHelp: 'Of buttons and links on the pages, of mails and tickets.',
      swatch: 'A button and a link in this colour, on a light page and on a dark one',
      swatchButton: 'Book',
      swatchLink: 'A link',
      colorReads: 'The saved colour can be read everywhere as it is.',
      colorCorrected:
        'Where the saved colour could not be read, the pages make it a little darker or lighter, as shown here.',
      reckons: 'Language, time and money',
      language: 'Language',
      languageHelp: 'Of mails and documents. Visitors read the pages in their own.',
      languageWrong: 'Choose one of the languages.',
      timeZone: 'Time zone',
      timeZoneHelp: 'Of every time on the pages, tickets and accounts.',
      currency: 'Currency',
      currencyHelp: 'Choose it before the first price: then it stays.',
      currencyStays:
        'The currency can no longer be changed: there are prices or payments in it, whose amounts would mean something else.',
    },
    rules: {
      between: (least, most) => `Use a whole number from ${least} to ${most}.`,
      fields: {
        online_hold_minutes: {
          label: 'Minutes to pay online',
          help: 'So long are places kept for somebody who is paying. Then others may book them.',
        },
        email_hold_hours: {
          label: 'Hours to confirm by mail',
          help: 'So long are places on a waiting list and bookings that you make kept for somebody whose e-mail address is not confirmed yet. What visitors book or order is kept 30 minutes until they confirm.',
        },
        offer_hours: {
          label: 'Hours for the next on a waiting list',
          help: 'To take a place that became free; less when the event is near.',
        },
        cancellation_hours: {
          label: 'Hours before the start until which bookers may cancel',
          help: 'What was paid online then goes back by itself. Empty: only staff cancels what was paid online.',
        },
      },
      ticks: {
        transfers: 'Bookers may give their tickets to somebody else, until the start',
        membership_required: 'Only members book: booking anything takes a membership',
        membership_button: 'The home page offers to become a member',
      },
    },
    pictures: { image: 'Picture', logo: 'Logo', map: 'Map of how to come', menu: 'Menu of the restaurant' },
    payment: {
      state: 'Now',
      none: 'No keys are set: what is due is paid at the door.',
      mode: {
        test: 'Test: no money moves',
        live: 'Live: real money',
      },
      since: 'Keys set',
      webhook: 'Secret of the webhook',
      webhookIs: { set: 'Set', missing: 'Not set: payments are seen late' },
      address: 'Address for Stripe',
      addressHelp: 'Enter it at Stripe as the address of a webhook; Stripe then shows its signing secret.',
      replace: 'Set keys',
      writeOnly: 'Keys are kept sealed and never shown again. Both replace those of before.',
      secretKey: 'Secret key',
      secretKeyHelp: 'Begins with sk_ or rk_.',
      secretKeyWrong: 'Use the secret key as Stripe shows it: it begins with sk_ or rk_.',
      webhookSecret: 'Signing secret of the webhook',
      webhookSecretHelp: 'Begins with whsec_. Without it payments are seen late.',
      webhookSecretWrong: 'Use the signing secret as Stripe shows it: it begins with whsec_.',
      button: 'Set these keys',
      remove: 'Take the keys away',
      removeHelp:
        'What is due is paid at the door again. What was paid online can then only be given back at Stripe itself.',
    },
  },
  fr: {
    title: 'Réglages',
    rooms: {
      identity: {
        name: 'Qui vous êtes',
        title: 'Réglages : qui vous êtes',
        lead: 'Ce que vos pages, e-mails, billets et reçus disent de vous, et leur aspect.',
      },
      rules: {
        name: 'Règles',
        title: 'Réglages : règles',
        lead: 'Combien de temps les places sont gardées, et ce que l’on peut faire soi-même. Un changement vaut dès la prochaine réservation.',
      },
      pictures: {
        name: 'Images',
        title: 'Réglages : images',
        lead: 'Ce à quoi l’on vous reconnaît, sur vos pages et dans l’annuaire.',
      },
      domains: {
        name: 'Vos domaines',
        title: 'Réglages : vos domaines',
        lead: 'Vos pages peuvent répondre à un domaine à vous, comme billets.example.org, dès qu’un enregistrement prouve qu’il vous appartient.',
      },
      payment: {
        name: 'Paiement en ligne',
        title: 'Réglages : paiement en ligne',
        lead: 'Avec les clés de votre compte Stripe, on paie en ligne, et l’argent va sur ce compte.',
      },
      wallets: {
        name: 'Téléphones',
        title: 'Réglages : portefeuilles des téléphones',
        lead: 'Avec les clés de vos comptes chez Apple et Google, on ajoute ses billets au portefeuille de son téléphone.',
      },
      sign_in: {
        name: 'Connexion de l’équipe',
        title: 'Réglages : connexion de l’équipe',
        lead: 'Si votre organisation a un fournisseur OpenID Connect, l’équipe se connecte par lui. L’e-mail continue de fonctionner pour tout le monde.',
      },
    },
    changed:
      'Quelqu’un d’autre a modifié ces réglages pendant que vous les aviez sous les yeux. Enregistrés à nouveau, les vôtres les remplacent.',
    languages,
    identity: {
      organisation: 'Nom de l’organisation',
      organisationHelp: (host) => `L’adresse des pages ne change pas : ${host}`,
      organisationMissing: 'Donnez un nom à l’organisation.',
      shortDescription: 'En une phrase',
      shortHelp: 'Sous le nom sur les pages, et dans l’annuaire.',
      longDescription: 'Plus sur l’organisation',
      reached: 'Comment la joindre',
      email: 'E-mail',
      emailHelp:
        'Montré aux visiteurs. Qui répond à un e-mail écrit ici, sauf autre adresse indiquée plus bas.',
      emailWrong: 'Indiquez une adresse e-mail, comme bonjour@example.org.',
      phone: 'Téléphone',
      phoneWrong: 'Indiquez des chiffres et des espaces, comme +33 5 61 00 00 00.',
      website: 'Site web',
      socialHelp:
        'La page là-bas, comme https://www.instagram.com/les-hiboux, est un lien au bas de la page d’accueil.',
      address: 'Rue et numéro',
      addressHelp: 'Le lieu et ses évènements s’y trouvent : elle figure sur les billets.',
      postalCode: 'Code postal',
      city: 'Ville',
      legal: 'Mentions légales',
      legalHelp:
        'Numéro d’immatriculation, licence, responsable ; ou l’adresse web d’une page qui le dit. Elles figurent sur la page des mentions légales.',
      mails: 'E-mails',
      mailSender: 'Envoyés au nom de',
      mailSenderHelp:
        'Ce que l’on voit comme expéditeur. Vide : le nom de l’organisation. L’adresse d’envoi est celle du serveur, pour que les e-mails ne passent pas pour du courrier indésirable.',
      replyEmail: 'Les réponses vont à',
      replyEmailHelp: 'Vide : à l’adresse e-mail ci-dessus. On la voit en répondant.',
      looks: 'L’aspect des pages',
      color: 'Couleur',
      colorHelp: 'Celle des boutons et des liens des pages, des e-mails et des billets.',
      swatch: 'Un bouton et un lien dans cette couleur, sur une page claire et sur une page sombre',
      swatchButton: 'Réserver',
      swatchLink: 'Un lien',
      colorReads: 'La couleur enregistrée se lit partout telle quelle.',
      colorCorrected:
        'Là où la couleur enregistrée ne se lirait pas, les pages l’assombrissent ou l’éclaircissent un peu, comme ici.',
      reckons: 'Langue, heure et monnaie',
      language: 'Langue',
      languageHelp: 'Celle des e-mails et des documents. Les visiteurs lisent les pages dans la leur.',
      languageWrong: 'Choisissez l’une des langues.',
      timeZone: 'Fuseau horaire',
      timeZoneHelp: 'Celui de toutes les heures des pages, billets et comptes.',
      currency: 'Monnaie',
      currencyHelp: 'Choisissez-la avant le premier tarif : ensuite elle ne change plus.',
      currencyStays:
        'La monnaie ne peut plus être changée : il y a des tarifs ou des paiements, dont les montants voudraient dire autre chose.',
    },
    rules: {
      between: (least, most) => `Indiquez un nombre entier de ${least} à ${most}.`,
      fields: {
        online_hold_minutes: {
          label: 'Minutes pour payer en ligne',
          help: 'Le temps pendant lequel les places sont gardées pour qui est en train de payer. Ensuite, d’autres peuvent les réserver.',
        },
        email_hold_hours: {
          label: 'Heures pour confirmer par e-mail',
          help: 'Le temps pendant lequel les places sur liste d’attente et les réservations que vous faites sont gardées pour qui n’a pas encore confirmé son adresse e-mail. Ce que réservent ou commandent les visiteurs est gardé 30 minutes jusqu’à leur confirmation.',
        },
        offer_hours: {
          label: 'Heures pour la personne suivante d’une liste d’attente',
          help: 'Pour prendre une place qui s’est libérée ; moins quand l’évènement est proche.',
        },
        cancellation_hours: {
          label: 'Heures avant le début jusqu’auxquelles on peut annuler soi-même',
          help: 'Ce qui a été payé en ligne est alors rendu automatiquement. Vide : seule l’équipe annule ce qui a été payé en ligne.',
        },
      },
      ticks: {
        transfers: 'On peut donner ses billets à quelqu’un d’autre, jusqu’au début',
        membership_required: 'Réservé aux adhérents : il faut une adhésion pour réserver quoi que ce soit',
        membership_button: 'La page d’accueil propose d’adhérer',
      },
    },
    pictures: { image: 'Image', logo: 'Logo', map: 'Plan d’accès', menu: 'Carte du restaurant' },
    payment: {
      state: 'Actuellement',
      none: 'Aucune clé n’est enregistrée : ce qui est dû se paie sur place.',
      mode: {
        test: 'Essai : aucun argent ne circule',
        live: 'Réel : de l’argent véritable',
      },
      since: 'Clés enregistrées',
      webhook: 'Secret du webhook',
      webhookIs: { set: 'Enregistré', missing: 'Absent : les paiements sont vus avec retard' },
      address: 'Adresse pour Stripe',
      addressHelp:
        'Indiquez-la chez Stripe comme adresse d’un webhook ; Stripe montre alors son secret de signature.',
      replace: 'Enregistrer des clés',
      writeOnly:
        'Les clés sont gardées sous scellé et ne sont plus jamais montrées. Les deux remplacent les précédentes.',
      secretKey: 'Clé secrète',
      secretKeyHelp: 'Commence par sk_ ou rk_.',
      secretKeyWrong: 'Indiquez la clé secrète telle que Stripe la montre : elle commence par sk_ ou rk_.',
      webhookSecret: 'Secret de signature du webhook',
      webhookSecretHelp: 'Commence par whsec_. Sans lui, les paiements sont vus avec retard.',
      webhookSecretWrong:
        'Indiquez le secret de signature tel que Stripe le montre : il commence par whsec_.',
      button: 'Enregistrer ces clés',
      remove: 'Retirer les clés',
      removeHelp:
        'Ce qui est dû se paie à nouveau sur place. Ce qui a été payé en ligne ne peut alors être rendu que chez Stripe.',
    },
  },
})
