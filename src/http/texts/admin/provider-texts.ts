import type { OpenIdFailure } from '../../../integrations/openid/openid.ts'
import { localized } from '../localized.ts'

type Asked = { readonly label: string; readonly help: string; readonly wrong: string }

type ProviderTexts = {
  readonly none: string
  readonly state: string
  readonly button: string
  readonly secretSet: string
  /** Whose roles are of the provider: how many, and at which mail domain. */
  readonly provided: string
  readonly peopleAt: (people: number, domain: string) => string
  /** How many lost the role that it had given. */
  readonly taken: (people: number) => string
  readonly returnAddress: string
  readonly returnHelp: string
  readonly check: string
  readonly answers: string
  readonly checkFailed: Readonly<Record<OpenIdFailure, string>>
  readonly set: string
  readonly writeOnly: string
  readonly name: Asked
  readonly issuer: Asked
  readonly clientId: Asked
  readonly clientSecret: Asked & { readonly stays: string }
  readonly mailDomains: Asked
  readonly roles: string
  readonly rolesLead: string
  readonly claim: Asked
  readonly valuesOf: (role: string) => string
  readonly valuesWrong: (most: number, longest: number) => string
  readonly claimMissing: string
  readonly save: string
  readonly changedMeanwhile: string
  readonly remove: string
  readonly removeHelp: string
}

/** How an owner sets the provider by which the staff signs in. */
export const providerTexts = localized<ProviderTexts>({
  en: {
    none: 'No provider is set: everybody signs in by mail.',
    state: 'How it is',
    button: 'Button of the sign-in page',
    secretSet: 'Secret set',
    provided: 'Roles from the provider',
    peopleAt: (people, domain) => `${people === 1 ? '1 person' : `${people} people`} at ${domain}`,
    taken: (people) =>
      people === 1
        ? 'One person lost the role that the provider had given.'
        : `${people} people lost the role that the provider had given.`,
    returnAddress: 'Address to come back to',
    returnHelp: 'Enter it at the provider, where it asks for a redirect URI.',
    check: 'Check the provider',
    answers:
      'The provider answers, and is the one of this issuer. Whether it takes the secret shows at the first sign-in.',
    checkFailed: {
      unreachable: 'Nothing answers at the address of the issuer, or too late.',
      forbidden_address:
        'The address of the issuer leads into a network that is not public. It is not asked.',
      no_provider: 'What answers there is no provider of OpenID Connect with this very issuer.',
      refused: 'The provider refuses to answer.',
      clock: 'The clocks of the provider and of this server differ.',
      invalid: 'What the provider answers cannot be read.',
    },
    set: 'Set or change the provider',
    writeOnly: 'The secret is sealed, and shown to nobody.',
    name: {
      label: 'Name',
      help: 'As your colleagues know it. The button says “Continue with …”.',
      wrong: 'Give a name of 40 characters at most.',
    },
    issuer: {
      label: 'Issuer',
      help: 'An address such as https://login.example.org, exactly as the provider writes it.',
      wrong: 'Give the https address of the issuer.',
    },
    clientId: {
      label: 'Client ID',
      help: 'By which the provider knows your organisation here.',
      wrong: 'Give the client ID, of 255 characters at most.',
    },
    clientSecret: {
      label: 'Client secret',
      help: 'From the provider’s page.',
      stays: 'Leave it empty to keep the one that is set. Another issuer or client ID needs its own.',
      wrong: 'Give the secret of this client.',
    },
    mailDomains: {
      label: 'Mail domains',
      help: 'One a line, such as example.org. Only verified mail addresses in these are signed in; name none where others have addresses, too. Whoever has a role from the provider at a domain that you take off loses it when you save.',
      wrong: 'Give one to twenty domains such as example.org, one a line.',
    },
    roles: 'Roles',
    rolesLead:
      'What the provider says of somebody gives them a role at each sign-in, and takes it away again. Roles that you gave on the team page stay as they are, and owners are made there alone.',
    claim: {
      label: 'Claim',
      help: 'Such as groups. Empty: the provider signs in and gives no roles.',
      wrong: 'The name of the claim is too long.',
    },
    valuesOf: (role) => `Values for the role ${role}`,
    valuesWrong: (most, longest) => `${most} values at most, one a line, of ${longest} characters at most.`,
    claimMissing: 'Name the claim in which these values are.',
    save: 'Save the provider',
    changedMeanwhile:
      'Somebody else changed the provider while you had it open. Saved again, yours replaces theirs.',
    remove: 'Take the provider away',
    removeHelp:
      'Everybody who signed in by it is signed out, and roles that it gave end. Who has a role from the team page signs in by mail.',
  },
  fr: {
    none: 'Aucun fournisseur n’est enregistré : tout le monde se connecte par e-mail.',
    state: 'État',
    button: 'Bouton de la page de connexion',
    secretSet: 'Secret enregistré',
    provided: 'Rôles venus du fournisseur',
    peopleAt: (people, domain) => `${people} personne${people === 1 ? '' : 's'} à ${domain}`,
    taken: (people) =>
      people === 1
        ? 'Une personne a perdu le rôle que le fournisseur lui avait donné.'
        : `${people} personnes ont perdu le rôle que le fournisseur leur avait donné.`,
    returnAddress: 'Adresse de retour',
    returnHelp: 'À saisir chez le fournisseur, là où il demande une URI de redirection.',
    check: 'Vérifier le fournisseur',
    answers:
      'Le fournisseur répond, et c’est bien celui de cet émetteur. La première connexion montrera s’il accepte le secret.',
    checkFailed: {
      unreachable: 'Rien ne répond à l’adresse de l’émetteur, ou trop tard.',
      forbidden_address:
        'L’adresse de l’émetteur mène à un réseau qui n’est pas public. Elle n’est pas interrogée.',
      no_provider: 'Ce qui répond là n’est pas un fournisseur OpenID Connect de cet émetteur précis.',
      refused: 'Le fournisseur refuse de répondre.',
      clock: 'Les horloges du fournisseur et de ce serveur diffèrent.',
      invalid: 'La réponse du fournisseur est illisible.',
    },
    set: 'Enregistrer ou modifier le fournisseur',
    writeOnly: 'Le secret est scellé, et n’est montré à personne.',
    name: {
      label: 'Nom',
      help: 'Tel que vos collègues le connaissent. Le bouton dit « Continuer avec … ».',
      wrong: 'Indiquez un nom de 40 caractères au plus.',
    },
    issuer: {
      label: 'Émetteur',
      help: 'Une adresse comme https://login.example.org, exactement comme le fournisseur l’écrit.',
      wrong: 'Indiquez l’adresse https de l’émetteur.',
    },
    clientId: {
      label: 'Identifiant du client',
      help: 'Celui par lequel le fournisseur connaît votre organisation ici.',
      wrong: 'Indiquez l’identifiant du client, de 255 caractères au plus.',
    },
    clientSecret: {
      label: 'Secret du client',
      help: 'À la page du fournisseur.',
      stays:
        'Laissez vide pour garder celui qui est enregistré. Un autre émetteur ou identifiant demande le sien.',
      wrong: 'Indiquez le secret de ce client.',
    },
    mailDomains: {
      label: 'Domaines de messagerie',
      help: 'Un par ligne, comme example.org. Seules les adresses vérifiées de ces domaines sont connectées ; n’en indiquez aucun où d’autres ont aussi des adresses. Qui tient son rôle du fournisseur à un domaine que vous retirez le perd à l’enregistrement.',
      wrong: 'Indiquez un à vingt domaines comme example.org, un par ligne.',
    },
    roles: 'Rôles',
    rolesLead:
      'Ce que le fournisseur dit d’une personne lui donne un rôle à chaque connexion, et le lui retire. Les rôles donnés à la page de l’équipe ne changent pas, et l’on n’y devient propriétaire que là.',
    claim: {
      label: 'Attribut (claim)',
      help: 'Par exemple groups. Vide : le fournisseur connecte et ne donne aucun rôle.',
      wrong: 'Le nom de l’attribut est trop long.',
    },
    valuesOf: (role) => `Valeurs pour le rôle ${role}`,
    valuesWrong: (most, longest) =>
      `${most} valeurs au plus, une par ligne, de ${longest} caractères au plus.`,
    claimMissing: 'Nommez l’attribut qui contient ces valeurs.',
    save: 'Enregistrer le fournisseur',
    changedMeanwhile:
      'Quelqu’un d’autre a modifié le fournisseur pendant que vous l’aviez sous les yeux. Enregistré à nouveau, le vôtre remplace le sien.',
    remove: 'Retirer le fournisseur',
    removeHelp:
      'Toutes les personnes connectées par lui sont déconnectées, et les rôles qu’il a donnés prennent fin. Qui tient son rôle de la page de l’équipe se connecte par e-mail.',
  },
})
