import { defineLetter } from '../mail/letter.ts'

type Domain = {
  readonly domain: string
  readonly recordName: string
  readonly recordText: string
  /** Of the domains in the settings. */
  readonly url: string
}

/** To the owners, on the first day without the record. */
export const proofMissingLetter = defineLetter<Domain>('domain_proof_missing', {
  en: ({ domain, url, ...record }) => ({
    subject: `${domain} is no longer proved`,
    title: `The proof of ${domain} is missing`,
    paragraphs: [
      `The record that proves that ${domain} is yours is not to be seen any more. Without it your pages stop answering there, in three days at the earliest, so that nobody else can take your visitors in.`,
      'Is the domain still yours? Then have the record set again. Is it not? Then remove the domain in the settings.',
    ],
    facts: factsOf(record, { name: 'Name of the TXT record', value: 'Its value' }),
    action: { label: 'Open the domains', url },
    notes: ['Your pages go on answering at your address on the server.'],
  }),
  fr: ({ domain, url, ...record }) => ({
    subject: `${domain} n’est plus prouvé`,
    title: `La preuve de ${domain} a disparu`,
    paragraphs: [
      `L’enregistrement qui prouve que ${domain} est à vous n’est plus visible. Sans lui, vos pages cesseront d’y répondre, au plus tôt dans trois jours, pour que personne d’autre ne reçoive vos visiteurs.`,
      'Le domaine est-il encore à vous ? Faites remettre l’enregistrement. Sinon, retirez le domaine dans les paramètres.',
    ],
    facts: factsOf(record, { name: 'Nom de l’enregistrement TXT', value: 'Sa valeur' }),
    action: { label: 'Ouvrir les domaines', url },
    notes: ['Vos pages continuent de répondre à votre adresse sur le serveur.'],
  }),
})

/** To the owners, when the pages stopped answering there. */
export const domainOffLetter = defineLetter<Domain>('domain_off', {
  en: ({ domain, url, ...record }) => ({
    subject: `Your pages no longer answer at ${domain}`,
    title: `${domain} is off`,
    paragraphs: [
      'The record that proves it was missing for three days. Your pages answer at your address on the server, and mails link to it.',
      'Once the record is back they answer here again: within a day, or at once when you look for it in the settings. Make it the main address again there, if it was.',
    ],
    facts: factsOf(record, { name: 'Name of the TXT record', value: 'Its value' }),
    action: { label: 'Open the domains', url },
  }),
  fr: ({ domain, url, ...record }) => ({
    subject: `Vos pages ne répondent plus à ${domain}`,
    title: `${domain} est désactivé`,
    paragraphs: [
      'L’enregistrement qui le prouve manquait depuis trois jours. Vos pages répondent à votre adresse sur le serveur, et les e-mails y mènent.',
      'Dès que l’enregistrement sera de retour, elles y répondront à nouveau : sous un jour, ou tout de suite si vous le vérifiez dans les paramètres. S’il était l’adresse principale, choisissez-le là de nouveau.',
    ],
    facts: factsOf(record, { name: 'Nom de l’enregistrement TXT', value: 'Sa valeur' }),
    action: { label: 'Ouvrir les domaines', url },
  }),
})

function factsOf(
  { recordName, recordText }: Pick<Domain, 'recordName' | 'recordText'>,
  labels: { readonly name: string; readonly value: string },
) {
  return [
    { label: labels.name, value: recordName },
    { label: labels.value, value: recordText },
  ]
}
