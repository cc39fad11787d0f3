import type { WishedTenant } from '../../features/tenant/request-tenant.ts'
import { localized } from './localized.ts'
import { type MailedCodeTexts, mailedCode } from './mailed-code-texts.ts'

type Kind = { readonly name: string; readonly what: string; readonly examples: string }

type TenantNewTexts = MailedCodeTexts & {
  readonly title: string
  readonly lead: string
  /** Where a super-user says yes or no first. */
  readonly waits: string
  readonly closedTitle: string
  readonly closed: string
  readonly closedContact: string
  readonly organisation: string
  readonly organisationHelp: string
  readonly kind: string
  readonly kindHelp: string
  readonly kinds: Readonly<Record<WishedTenant['category'], Kind>>
  readonly where: string
  readonly whereHelp: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly slugTitle: string
  readonly slug: string
  readonly slugHelp: (domain: string) => string
  readonly checkSlug: string
  readonly slugFree: (url: string) => string
  readonly slugTaken: (slug: string) => string
  readonly slugAlike: (slug: string) => string
  readonly slugMissing: string
  readonly you: string
  readonly email: string
  readonly emailHelp: string
  readonly emailAgain: string
  readonly optional: string
  readonly trap: string
  readonly button: string
  readonly refused: string
  readonly wrong: Readonly<
    Record<'organisation' | 'organisationLong' | 'category' | 'email' | 'emailAgain' | 'tooLong', string>
  >
  readonly tooQuick: string
  readonly openTooLong: string
  readonly codeButton: string
  readonly codeEnded: string
  readonly again: string
  readonly enough: string
  readonly linkTitle: (organisation: string) => string
  readonly linkLead: (email: string) => string
  readonly linkFacts: { readonly kind: string; readonly address: string }
  readonly linkButton: string
  readonly linkNote: string
  readonly takenTitle: string
  readonly taken: string
  /** The address is kept for the server. */
  readonly takenByNobody: string
  readonly takenAlike: string
  /** Whoever asks made that organisation there, by a mail before. */
  readonly takenByYou: (organisation: string) => string
  readonly takenByYouButton: string
  readonly takenButton: string
  readonly createdTitle: (organisation: string) => string
  readonly created: (url: string) => string
  readonly createdButton: string
  /** Of one that sells nothing. */
  readonly createdCalendar: (url: string) => string
  readonly createdCalendarButton: string
  readonly existsTitle: (organisation: string) => string
  readonly exists: string
  readonly existsButton: string
}

/** The creation form, and what follows it until the first administrator is signed in. */
export const tenantNewTexts = localized<TenantNewTexts>({
  en: {
    title: 'Create an organisation',
    lead: 'A box office of your own in five minutes. Everything but the address of your pages can be changed later.',
    waits:
      'You can set up everything at once. Whoever runs this server looks at it before your pages become public and before it mails anybody but you; a mail tells you.',
    closedTitle: 'No new organisations',
    closed: 'Organisations are not created by this form here. Ask whoever runs this server for one.',
    closedContact: 'Who runs this server',
    organisation: 'Name of the organisation',
    organisationHelp: 'As people know you. It stands on your pages and tickets.',
    kind: 'What are you?',
    kindHelp:
      'It decides what your pages show and what an event asks for. Whoever runs this server can change it later.',
    kinds: {
      venue: {
        name: 'A venue',
        what: 'One place with one stage, and a programme of evenings.',
        examples: 'A concert hall, a music café, a shared work space',
      },
      festival: {
        name: 'A festival',
        what: 'Some days at one or several places and stages, with a programme by day and stage.',
        examples: 'A summer of open-air concerts, a week of short films',
      },
      project: {
        name: 'A band or a project',
        what: 'One name that plays in many places, with its tour dates.',
        examples: 'A band, a company on tour with one show, a series of talks',
      },
      producer: {
        name: 'A producer',
        what: 'Several projects, each with dates of its own in many places.',
        examples: 'A production company, an agent, a theatre company, a tour operator',
      },
      meta: {
        name: 'A shared calendar',
        what: 'Sells nothing itself: shows what is on at the organisations of its federation.',
        examples: 'The calendar of a town, of a network of venues',
      },
    },
    where: 'Where to find you',
    whereHelp: 'Stands on tickets and pages. Leave empty what there is not.',
    address: 'Street and number',
    postalCode: 'Postal code',
    city: 'Town',
    slugTitle: 'Address of your pages',
    slug: 'Address',
    slugHelp: (domain) =>
      `Letters without accents, digits and hyphens, in front of .${domain}. Made from the name when you leave it empty. It cannot be changed later; a domain of your own can be added.`,
    checkSlug: 'See whether it is free',
    slugFree: (url) => `Free: your pages will be at ${url}`,
    slugTaken: (slug) => `${slug} is taken. Choose another address.`,
    slugAlike: (slug) =>
      `${slug}, or the name, could be taken for somebody else: it looks like another address here, or says what banks and sign-ins say. Choose another one, or ask whoever runs this server.`,
    slugMissing: 'Choose an address of letters without accents, digits and hyphens.',
    you: 'You',
    email: 'E-mail address',
    emailHelp:
      'You become the first administrator. A code is sent there before anything is created. It also stands on your pages, until you give another one in the settings.',
    emailAgain: 'The same address once more',
    optional: 'optional',
    trap: 'Leave this empty',
    button: 'Send me the code',
    refused: 'Not sent yet',
    wrong: {
      organisation: 'Give the name of the organisation.',
      organisationLong: 'The name may have 50 characters at most.',
      category: 'Choose what you are.',
      email: 'Give an e-mail address such as ada@example.org.',
      emailAgain: 'The two addresses differ.',
      tooLong: 'This is too long.',
    },
    tooQuick: 'That was quicker than anybody types. Look at it once more, and press the button again.',
    openTooLong: 'This page was open for a long time. Press the button once more.',
    ...mailedCode.en,
    codeButton: 'Create the organisation',
    codeEnded: 'This code is no longer good. Use the link in the mail, or fill in the form again.',
    again: 'No mail? Check the address and fill in the form again.',
    enough:
      'After a few mails that nobody answered, no more are sent for a while. Their links work for an hour.',
    linkTitle: (organisation) => `Create ${organisation}`,
    linkLead: (email) => `You are about to create it, with ${email} as its first administrator.`,
    linkFacts: { kind: 'Kind', address: 'Address' },
    linkButton: 'Create the organisation',
    linkNote: 'The link works once.',
    takenTitle: 'Another address, please',
    taken: 'Somebody else has this address. Choose another one; everything else is kept.',
    takenByNobody: 'This address is kept for the server. Choose another one; everything else is kept.',
    takenAlike: 'This address could be taken for somebody else. Choose another one; everything else is kept.',
    takenByYou: (organisation) =>
      `You asked twice, and made ${organisation} at this address by the other mail: nothing is left to do but to sign in there. For a second organisation, choose another address.`,
    takenByYouButton: 'Sign in there',
    takenButton: 'Create it at this address',
    createdTitle: (organisation) => `${organisation} is ready`,
    created: (url) => `Your pages are at ${url}. Go on there: three steps, and the first ticket can be sold.`,
    createdButton: 'Open my box office',
    createdCalendar: (url) =>
      `Its pages are at ${url}. Organisations that are created there belong to it, and what they publish appears by itself.`,
    createdCalendarButton: 'Open the calendar’s administration',
    existsTitle: (organisation) => `${organisation} was created already`,
    exists: 'This code or link has been used. Sign in there with your e-mail address.',
    existsButton: 'Sign in there',
  },
  fr: {
    title: 'Créer une organisation',
    lead: 'Votre propre billetterie en cinq minutes. Tout pourra être modifié, sauf l’adresse de vos pages.',
    waits:
      'Vous pouvez tout préparer dès maintenant. La personne qui gère ce serveur regarde avant que vos pages deviennent publiques et avant tout message à d’autres que vous ; un message vous en informe.',
    closedTitle: 'Pas de nouvelle organisation',
    closed:
      'Ici, ce formulaire ne crée pas d’organisation. Demandez-en une à la personne qui gère ce serveur.',
    closedContact: 'Qui gère ce serveur',
    organisation: 'Nom de l’organisation',
    organisationHelp: 'Celui que l’on vous connaît. Il figure sur vos pages et vos billets.',
    kind: 'Qui êtes-vous ?',
    kindHelp:
      'C’est ce qui décide de ce que montrent vos pages et de ce qu’un évènement demande. La personne qui gère ce serveur pourra le modifier plus tard.',
    kinds: {
      venue: {
        name: 'Un lieu',
        what: 'Une adresse, une scène, et un programme de soirées.',
        examples: 'Une salle de concert, un café musical, un espace de travail partagé',
      },
      festival: {
        name: 'Un festival',
        what: 'Quelques jours dans un ou plusieurs lieux, avec un programme par jour et par scène.',
        examples: 'Un été de concerts en plein air, une semaine du court métrage',
      },
      project: {
        name: 'Un groupe ou un projet',
        what: 'Un nom qui joue en plusieurs lieux, avec ses dates de tournée.',
        examples: 'Un groupe, une compagnie en tournée avec un spectacle, un cycle de conférences',
      },
      producer: {
        name: 'Un producteur',
        what: 'Plusieurs projets, chacun avec ses dates en plusieurs lieux.',
        examples: 'Une maison de production, un tourneur, une compagnie de théâtre, un voyagiste',
      },
      meta: {
        name: 'Un agenda partagé',
        what: 'Ne vend rien lui-même : montre le programme des organisations de sa fédération.',
        examples: 'L’agenda d’une ville, d’un réseau de salles',
      },
    },
    where: 'Où vous trouver',
    whereHelp: 'Figure sur les billets et les pages. Laissez vide ce qui n’existe pas.',
    address: 'Numéro et rue',
    postalCode: 'Code postal',
    city: 'Ville',
    slugTitle: 'Adresse de vos pages',
    slug: 'Adresse',
    slugHelp: (domain) =>
      `Des lettres sans accent, des chiffres et des tirets, devant .${domain}. Faite à partir du nom si vous la laissez vide. Elle ne pourra pas être modifiée ; un domaine à vous pourra être ajouté.`,
    checkSlug: 'Voir si elle est libre',
    slugFree: (url) => `Libre : vos pages seront à ${url}`,
    slugTaken: (slug) => `${slug} est déjà prise. Choisissez une autre adresse.`,
    slugAlike: (slug) =>
      `${slug}, ou le nom, pourrait passer pour quelqu’un d’autre : cela ressemble à une autre adresse d’ici, ou à ce que disent les banques et les pages de connexion. Choisissez autre chose, ou demandez à la personne qui gère ce serveur.`,
    slugMissing: 'Choisissez une adresse faite de lettres sans accent, de chiffres et de tirets.',
    you: 'Vous',
    email: 'Adresse e-mail',
    emailHelp:
      'Vous en serez le premier administrateur. Un code y est envoyé avant toute création. Elle figure aussi sur vos pages, jusqu’à ce que vous en donniez une autre dans les réglages.',
    emailAgain: 'La même adresse encore une fois',
    optional: 'facultatif',
    trap: 'Laissez vide',
    button: 'M’envoyer le code',
    refused: 'Pas encore envoyé',
    wrong: {
      organisation: 'Donnez le nom de l’organisation.',
      organisationLong: 'Le nom peut avoir 50 caractères au plus.',
      category: 'Choisissez qui vous êtes.',
      email: 'Donnez une adresse e-mail comme ada@example.org.',
      emailAgain: 'Les deux adresses diffèrent.',
      tooLong: 'C’est trop long.',
    },
    tooQuick:
      'C’était plus rapide que quiconque ne saisit. Regardez encore une fois, puis appuyez à nouveau sur le bouton.',
    openTooLong: 'Cette page est restée longtemps ouverte. Appuyez encore une fois sur le bouton.',
    ...mailedCode.fr,
    code: 'Code du message',
    codeButton: 'Créer l’organisation',
    codeEnded:
      'Ce code n’est plus valable. Utilisez le lien du message, ou remplissez à nouveau le formulaire.',
    again: 'Pas de message ? Vérifiez l’adresse et remplissez à nouveau le formulaire.',
    enough:
      'Après quelques messages restés sans réponse, plus aucun n’est envoyé pendant un moment. Leurs liens fonctionnent une heure.',
    linkTitle: (organisation) => `Créer ${organisation}`,
    linkLead: (email) => `Vous allez la créer, avec ${email} comme premier administrateur.`,
    linkFacts: { kind: 'Type', address: 'Adresse' },
    linkButton: 'Créer l’organisation',
    linkNote: 'Le lien fonctionne une fois.',
    takenTitle: 'Une autre adresse, s’il vous plaît',
    taken: 'Quelqu’un d’autre a cette adresse. Choisissez-en une autre ; tout le reste est conservé.',
    takenByNobody:
      'Cette adresse est réservée au serveur. Choisissez-en une autre ; tout le reste est conservé.',
    takenAlike:
      'Cette adresse pourrait passer pour celle de quelqu’un d’autre. Choisissez-en une autre ; tout le reste est conservé.',
    takenByYou: (organisation) =>
      `Vous avez fait deux demandes, et ${organisation} a été créée à cette adresse par l’autre message : il ne reste qu’à vous y connecter. Pour une seconde organisation, choisissez une autre adresse.`,
    takenByYouButton: 'S’y connecter',
    takenButton: 'La créer à cette adresse',
    createdTitle: (organisation) => `${organisation} : tout est prêt`,
    created: (url) =>
      `Vos pages sont à ${url}. Continuez là-bas : trois étapes, et le premier billet peut être vendu.`,
    createdButton: 'Ouvrir ma billetterie',
    createdCalendar: (url) =>
      `Ses pages sont à ${url}. Les organisations qui y sont créées en font partie, et ce qu’elles publient y paraît sans autre démarche.`,
    createdCalendarButton: 'Ouvrir l’administration de l’agenda',
    existsTitle: (organisation) => `${organisation} a déjà été créée`,
    exists: 'Ce code ou ce lien a déjà servi. Connectez-vous là-bas avec votre adresse e-mail.',
    existsButton: 'S’y connecter',
  },
})
