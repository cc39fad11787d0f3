import type { Wallet } from '../../../features/wallet/wallet.ts'
import type { WalletKeysProblem } from '../../../integrations/wallet/wallet-keys-refused-error.ts'
import { assertNever } from '../../../lib/assert-never.ts'
import { localized } from '../localized.ts'

type WalletTexts = {
  readonly none: Readonly<Record<Wallet, string>>
  readonly state: string
  readonly works: string
  readonly soon: string
  readonly over: string
  readonly since: string
  readonly until: string
  readonly set: string
  readonly replace: string
  readonly writeOnly: string
  readonly passType: string
  readonly passTypeHelp: string
  readonly passTypeWrong: string
  readonly team: string
  readonly teamHelp: string
  readonly teamWrong: string
  readonly certificate: string
  readonly certificateHelp: string
  readonly key: string
  readonly keyHelp: string
  readonly passphrase: string
  readonly passphraseHelp: string
  readonly intermediate: string
  readonly intermediateHelp: string
  readonly issuer: string
  readonly issuerHelp: string
  readonly issuerWrong: string
  readonly account: string
  readonly accountFile: string
  readonly accountHelp: string
  readonly fileMissing: string
  readonly fileTooLarge: string
  readonly button: Readonly<Record<Wallet, string>>
  readonly remove: Readonly<Record<Wallet, string>>
  readonly removeHelp: string
  /** @param say how a moment is written */
  readonly refused: (problem: WalletKeysProblem, say: (at: Date) => string) => string
}

/** With what tickets are signed for the wallets of telephones. */
export const walletTexts = localized<WalletTexts>({
  en: {
    none: {
      apple: 'No keys are set: tickets are not offered for Apple Wallet.',
      google: 'No key is set: tickets are not offered for Google Wallet.',
    },
    state: 'Now',
    works: 'Tickets can be added',
    soon: 'Tickets can be added, but a certificate expires soon: make a new one at Apple and set it here.',
    over: 'A certificate has expired: nobody can add a ticket any more. Make a new one at Apple and set it here.',
    since: 'Keys set',
    until: 'Certificates valid until',
    set: 'Set keys',
    replace: 'Replace the keys, or take them away',
    writeOnly:
      'Keys are kept sealed and never shown again. They are tried first, and replace those of before.',
    passType: 'Pass type identifier',
    passTypeHelp: 'As in your developer account at Apple, such as pass.org.example.tickets.',
    passTypeWrong:
      'Use the identifier as Apple shows it: it begins with “pass.”, such as pass.org.example.tickets.',
    team: 'Team identifier',
    teamHelp: 'Ten capital letters and digits, under “Membership” in your developer account.',
    teamWrong: 'Use the ten capital letters and digits of your team, such as ABCDE12345.',
    certificate: 'Certificate of the pass type',
    certificateHelp: 'The file that Apple hands out (.cer or .pem).',
    key: 'Private key',
    keyHelp: 'With which the certificate was asked for, as PEM (.key or .pem); not a .p12 file.',
    passphrase: 'Passphrase of the key',
    passphraseHelp: 'Empty: the key has none.',
    intermediate: 'Apple’s certificate that issued it',
    intermediateHelp:
      '“Worldwide Developer Relations”, of the generation that your certificate names (.cer or .pem).',
    issuer: 'Number of the issuer',
    issuerHelp: 'Digits, in the Google Pay & Wallet console.',
    issuerWrong: 'Use the number of the issuer as the console shows it: digits alone.',
    account: 'Service account',
    accountFile: 'Key of the service account',
    accountHelp: 'The JSON file that Google hands out, of an account that the issuer authorised.',
    fileMissing: 'Choose the file.',
    fileTooLarge: 'The file is too large for a key or a certificate. Choose another.',
    button: { apple: 'Set the keys of Apple Wallet', google: 'Set the key of Google Wallet' },
    remove: { apple: 'Take the keys of Apple Wallet away', google: 'Take the key of Google Wallet away' },
    removeHelp:
      'Without them nobody can add a ticket any more. Passes that are on telephones already stay there and open the door.',
    refused: (problem, say) => {
      const names = { certificate: 'certificate', intermediate: 'intermediate certificate' }
      switch (problem.kind) {
        case 'certificate_unreadable':
          return `The ${names[problem.which]} cannot be read: it must be a certificate, as PEM or DER. Take the file as Apple hands it out.`
        case 'key_closed':
          return problem.hasPassphrase
            ? 'The key cannot be opened with this passphrase: it must be a private key as PEM, and the passphrase its own.'
            : 'The key cannot be opened: it must be a private key as PEM, with its passphrase where it has one.'
        case 'key_not_rsa':
          return 'The key is not an RSA key; Apple signs passes with no other kind. Ask for a certificate with an RSA key.'
        case 'key_of_another':
          return 'The key does not belong to the certificate. Take the one with which the certificate was asked for.'
        case 'other_pass_type':
          return `The certificate is for ${problem.named === null ? 'no pass type' : `the pass type ${problem.named}`}, not for ${problem.asked}. Correct the identifier, or take the certificate of that pass type.`
        case 'other_team':
          return `The certificate is for ${problem.named === null ? 'no team' : `the team ${problem.named}`}, not for ${problem.asked}. Correct the identifier, or take the certificate of that team.`
        case 'other_issuer':
          return 'The intermediate certificate is not the one that issued the certificate. Take the generation that Apple names as its issuer.'
        case 'too_early':
          return `The ${names[problem.which]} is valid from ${say(problem.at)} on only. Set it then, or take one that is valid now.`
        case 'expired':
          return `The ${names[problem.which]} has expired: it was valid until ${say(problem.at)}. Make a new one at Apple.`
        case 'account_not_json':
          return 'The file is not JSON. Take the key of the service account as Google hands it out.'
        case 'account_of_nobody':
          return 'The file is not the JSON key of a service account: it names no client_email of one. Make a key for the service account at Google.'
        case 'account_without_key':
          return 'The file holds no private_key. Make a key for the service account at Google, and take its JSON file.'
        case 'account_key_unreadable':
          return 'The private_key of the service account cannot be read: it must be RSA, as PEM. Take the file as Google hands it out.'
        default:
          return assertNever(problem)
      }
    },
  },
  fr: {
    none: {
      apple: 'Aucune clé n’est enregistrée : les billets ne sont pas proposés pour Apple Wallet.',
      google: 'Aucune clé n’est enregistrée : les billets ne sont pas proposés pour Google Wallet.',
    },
    state: 'Actuellement',
    works: 'Les billets peuvent être ajoutés',
    soon: 'Les billets peuvent être ajoutés, mais un certificat expire bientôt : demandez-en un nouveau à Apple et enregistrez-le ici.',
    over: 'Un certificat a expiré : on ne peut plus ajouter de billet. Demandez-en un nouveau à Apple et enregistrez-le ici.',
    since: 'Clés enregistrées',
    until: 'Certificats valables jusqu’au',
    set: 'Enregistrer des clés',
    replace: 'Remplacer les clés, ou les retirer',
    writeOnly:
      'Les clés sont gardées sous scellé et ne sont plus jamais montrées. Elles sont d’abord essayées, puis remplacent les précédentes.',
    passType: 'Identifiant du type de carte (Pass Type ID)',
    passTypeHelp: 'Tel que dans votre compte de développeur chez Apple, comme pass.org.example.tickets.',
    passTypeWrong:
      'Indiquez l’identifiant tel qu’Apple le montre : il commence par « pass. », comme pass.org.example.tickets.',
    team: 'Identifiant de l’équipe (Team ID)',
    teamHelp: 'Dix majuscules et chiffres, sous « Membership » dans votre compte de développeur.',
    teamWrong: 'Indiquez les dix majuscules et chiffres de votre équipe, comme ABCDE12345.',
    certificate: 'Certificat du type de carte',
    certificateHelp: 'Le fichier remis par Apple (.cer ou .pem).',
    key: 'Clé privée',
    keyHelp:
      'Celle avec laquelle le certificat a été demandé, au format PEM (.key ou .pem) ; pas un fichier .p12.',
    passphrase: 'Phrase secrète de la clé',
    passphraseHelp: 'Vide : la clé n’en a pas.',
    intermediate: 'Certificat d’Apple qui l’a émis',
    intermediateHelp:
      '« Worldwide Developer Relations », de la génération que nomme votre certificat (.cer ou .pem).',
    issuer: 'Numéro de l’émetteur',
    issuerHelp: 'Des chiffres, dans la console Google Pay & Wallet.',
    issuerWrong: 'Indiquez le numéro de l’émetteur tel que la console le montre : des chiffres seulement.',
    account: 'Compte de service',
    accountFile: 'Clé du compte de service',
    accountHelp: 'Le fichier JSON remis par Google, d’un compte que l’émetteur a autorisé.',
    fileMissing: 'Choisissez le fichier.',
    fileTooLarge: 'Le fichier est trop grand pour une clé ou un certificat. Choisissez-en un autre.',
    button: { apple: 'Enregistrer les clés d’Apple Wallet', google: 'Enregistrer la clé de Google Wallet' },
    remove: { apple: 'Retirer les clés d’Apple Wallet', google: 'Retirer la clé de Google Wallet' },
    removeHelp:
      'Sans elles, on ne peut plus ajouter de billet. Ceux qui sont déjà sur des téléphones y restent et ouvrent la porte.',
    refused: (problem, say) => {
      const names = { certificate: 'certificat', intermediate: 'certificat intermédiaire' }
      switch (problem.kind) {
        case 'certificate_unreadable':
          return `Le ${names[problem.which]} ne peut pas être lu : il faut un certificat, au format PEM ou DER. Prenez le fichier tel qu’Apple le remet.`
        case 'key_closed':
          return problem.hasPassphrase
            ? 'La clé ne s’ouvre pas avec cette phrase secrète : il faut une clé privée au format PEM, et la phrase secrète de cette clé.'
            : 'La clé ne s’ouvre pas : il faut une clé privée au format PEM, avec sa phrase secrète si elle en a une.'
        case 'key_not_rsa':
          return 'La clé n’est pas une clé RSA ; Apple n’en accepte pas d’autre. Demandez un certificat avec une clé RSA.'
        case 'key_of_another':
          return 'La clé n’est pas celle du certificat. Prenez celle avec laquelle le certificat a été demandé.'
        case 'other_pass_type':
          return `Le certificat est ${problem.named === null ? 'sans type de carte' : `pour le type de carte ${problem.named}`}, et non pour ${problem.asked}. Corrigez l’identifiant, ou prenez le certificat de ce type de carte.`
        case 'other_team':
          return `Le certificat est ${problem.named === null ? 'sans équipe' : `pour l’équipe ${problem.named}`}, et non pour ${problem.asked}. Corrigez l’identifiant, ou prenez le certificat de cette équipe.`
        case 'other_issuer':
          return 'Le certificat intermédiaire n’est pas celui qui a émis le certificat. Prenez la génération qu’Apple nomme comme émetteur.'
        case 'too_early':
          return `Le ${names[problem.which]} n’est valable qu’à partir du ${say(problem.at)}. Enregistrez-le à ce moment-là, ou prenez-en un qui vaut déjà.`
        case 'expired':
          return `Le ${names[problem.which]} a expiré : il était valable jusqu’au ${say(problem.at)}. Demandez-en un nouveau à Apple.`
        case 'account_not_json':
          return 'Le fichier n’est pas du JSON. Prenez la clé du compte de service telle que Google la remet.'
        case 'account_of_nobody':
          return 'Le fichier n’est pas la clé JSON d’un compte de service : il n’en nomme aucun (client_email). Créez chez Google une clé pour le compte de service.'
        case 'account_without_key':
          return 'Le fichier ne contient pas de clé (private_key). Créez chez Google une clé pour le compte de service, et prenez son fichier JSON.'
        case 'account_key_unreadable':
          return 'La clé (private_key) du compte de service ne peut pas être lue : il faut du RSA, au format PEM. Prenez le fichier tel que Google le remet.'
        default:
          return assertNever(problem)
      }
    },
  },
})
