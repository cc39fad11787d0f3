import { defineLetter } from '../mail/letter.ts'

type Welcome = { readonly organisation: string; readonly url: string }

/** To the first administrator of a new tenant. */
export const welcomeLetter = defineLetter<Welcome & { readonly sells: boolean }>('welcome_administrator', {
  en: ({ organisation, url, sells }) => ({
    subject: `${organisation} is ready`,
    title: sells ? 'Your box office is ready' : 'Your calendar is ready',
    paragraphs: [
      sells
        ? `${organisation} can now sell and check tickets.`
        : `${organisation} shows what the organisations of its federation publish.`,
    ],
    action: { label: sells ? 'Open the box office' : 'Open the calendar', url },
    notes: ['The link works once, for three days. After that, sign in with this address.'],
  }),
  fr: ({ organisation, url, sells }) => ({
    subject: `${organisation} : ${sells ? 'votre billetterie est prête' : 'votre agenda est prêt'}`,
    title: sells ? 'Votre billetterie est prête' : 'Votre agenda est prêt',
    paragraphs: [
      sells
        ? `${organisation} peut désormais vendre et contrôler des billets.`
        : `${organisation} montre ce que publient les organisations de sa fédération.`,
    ],
    action: { label: sells ? 'Ouvrir la billetterie' : 'Ouvrir l’agenda', url },
    notes: ['Le lien fonctionne une fois, pendant trois jours. Ensuite, connectez-vous avec cette adresse.'],
  }),
})

type NewOrganisation = Welcome & { readonly digits: string }

/** To whoever asked for an organisation with the form: nothing exists before they answer. */
export const confirmOrganisationLetter = defineLetter<NewOrganisation>('confirm_organisation', {
  en: ({ organisation, url, digits }) => ({
    subject: `${spaced(digits)}: create ${organisation}`,
    title: `Create ${organisation}`,
    paragraphs: ['Type this code on the page where you filled in the form, within ten minutes:'],
    code: spaced(digits),
    action: { label: 'Or create it with this link', url },
    notes: [
      'The link works once, for one hour.',
      'You did not ask for it? Then do nothing: nothing is created.',
    ],
  }),
  fr: ({ organisation, url, digits }) => ({
    subject: `${spaced(digits)} : création de ${organisation}`,
    title: `Création de ${organisation}`,
    paragraphs: ['Saisissez ce code sur la page où vous avez rempli le formulaire, dans les dix minutes :'],
    code: spaced(digits),
    action: { label: 'Ou créez-la avec ce lien', url },
    notes: [
      'Le lien fonctionne une fois, pendant une heure.',
      'Vous n’avez rien demandé ? Ne faites rien : rien ne sera créé.',
    ],
  }),
})

type SignIn = {
  readonly organisation: string
  readonly url: string
  /** Null: asked for where no code of theirs is good, at a domain of the organisation's own. */
  readonly digits: string | null
}

/** To whoever asked to sign in with this address. The code comes first: a phone shows it without opening the mail. */
export const signInLetter = defineLetter<SignIn>('sign_in', {
  en: ({ organisation, url, digits }) => ({
    subject: digits === null ? `Sign in to ${organisation}` : `${spaced(digits)}: sign in to ${organisation}`,
    title: `Sign in to ${organisation}`,
    ...(digits === null
      ? {
          paragraphs: [
            'Whoever works here signs in by this link, at the organisation’s address on the server.',
          ],
          action: { label: 'Sign in', url },
        }
      : {
          paragraphs: ['Type this code on the page where you asked for it, within ten minutes:'],
          code: spaced(digits),
          action: { label: 'Or sign in with this link', url },
        }),
    notes: [
      'The link works once, for one hour.',
      digits === null
        ? 'You did not ask for it? Then do nothing.'
        : 'You did not ask for it? Then do nothing, and give the code to nobody.',
    ],
  }),
  fr: ({ organisation, url, digits }) => ({
    subject:
      digits === null ? `Connexion à ${organisation}` : `${spaced(digits)} : connexion à ${organisation}`,
    title: `Connexion à ${organisation}`,
    ...(digits === null
      ? {
          paragraphs: [
            'Les personnes qui travaillent ici se connectent par ce lien, à l’adresse de l’organisation sur le serveur.',
          ],
          action: { label: 'Se connecter', url },
        }
      : {
          paragraphs: ['Saisissez ce code sur la page où vous l’avez demandé, dans les dix minutes :'],
          code: spaced(digits),
          action: { label: 'Ou connectez-vous avec ce lien', url },
        }),
    notes: [
      'Le lien fonctionne une fois, pendant une heure.',
      digits === null
        ? 'Vous ne l’avez pas demandé ? Ne faites rien.'
        : 'Vous ne l’avez pas demandé ? Ne faites rien, et ne donnez ce code à personne.',
    ],
  }),
})

/** Eight digits in two halves, as they are read and typed. */
function spaced(digits: string): string {
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}

type NewBrowser = {
  readonly organisation: string
  readonly when: string
  /** Null: it said nothing that is known. */
  readonly device: string | null
  /** Where all other sessions are ended. */
  readonly url: string
}

/** To whoever works here, when somebody signed in as them with a browser that was not seen here before. */
export const newBrowserLetter = defineLetter<NewBrowser>('new_browser', {
  en: ({ organisation, when, device, url }) => ({
    subject: `New browser signed in to ${organisation}`,
    title: 'Somebody signed in as you with a new browser',
    paragraphs: ['Was it you? Then there is nothing to do.'],
    facts: [
      { label: 'Where', value: organisation },
      { label: 'When', value: when },
      { label: 'Browser', value: device ?? 'Unknown device' },
    ],
    action: { label: 'It was not you? Sign out everywhere else', url },
    notes: [
      'Sign in, then press “Sign out everywhere else” on your account page. Whoever signs in as you reads your mail: look after your mailbox too, and tell an owner.',
    ],
  }),
  fr: ({ organisation, when, device, url }) => ({
    subject: `Nouveau navigateur connecté à ${organisation}`,
    title: 'Quelqu’un s’est connecté en votre nom avec un nouveau navigateur',
    paragraphs: ['C’était vous ? Alors il n’y a rien à faire.'],
    facts: [
      { label: 'Où', value: organisation },
      { label: 'Quand', value: when },
      { label: 'Navigateur', value: device ?? 'Appareil inconnu' },
    ],
    action: { label: 'Ce n’était pas vous ? Déconnectez tout le reste', url },
    notes: [
      'Connectez-vous, puis appuyez sur « Se déconnecter partout ailleurs » dans votre compte. Qui se connecte en votre nom lit vos messages : vérifiez aussi votre boîte aux lettres, et prévenez un propriétaire.',
    ],
  }),
})
