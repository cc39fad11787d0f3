import { localized } from './localized.ts'

const docsEn = {
  title: 'API documentation',
  lead: 'Everything this organisation’s address answers to programs: what to send, what comes back, and why something is refused.',
  host: 'The organisation is the host. These addresses are relative to',
  machine: 'The same for machines (OpenAPI 3.1)',
  errorsLink: 'Every refusal and its code',
  contents: 'Contents',
  needs: 'Needs:',
  access: {
    public: 'nothing; credentials that are sent must be good',
    key: 'a key with the permission, or a signed-in administrator',
    device: 'the key of a paired device',
    session: 'a signed-in person',
  },
  permission: 'Permission',
  parameters: 'Parameters',
  request: 'Request',
  answer: 'Answer',
  try: 'With curl',
  required: 'required',
  orNull: 'or null',
  errorsTitle: 'Refusals',
  errorsLead:
    'Outside /scan/ a refusal is application/problem+json (RFC 9457) with the members below; in /scan/ it is the envelope success, message, code, error. Programs should look at the code: it never changes, the words may.',
  back: 'Back to the operations',
}

const docsFr: typeof docsEn = {
  title: 'Documentation de l’API',
  lead: 'Tout ce que l’adresse de cette organisation répond aux programmes : quoi envoyer, ce qui revient, et pourquoi une demande est refusée.',
  host: 'L’organisation est l’hôte. Ces adresses sont relatives à',
  machine: 'La même chose pour les machines (OpenAPI 3.1)',
  errorsLink: 'Tous les refus et leurs codes',
  contents: 'Sommaire',
  needs: 'Il faut :',
  access: {
    public: 'rien ; une identification envoyée doit être valable',
    key: 'une clé qui porte le droit, ou une administratrice ou un administrateur connecté',
    device: 'la clé d’un appareil appairé',
    session: 'une personne connectée',
  },
  permission: 'Droit',
  parameters: 'Paramètres',
  request: 'Requête',
  answer: 'Réponse',
  try: 'Avec curl',
  required: 'obligatoire',
  orNull: 'ou null',
  errorsTitle: 'Refus',
  errorsLead:
    'Hors de /scan/, un refus est un application/problem+json (RFC 9457) avec les membres ci-dessous ; dans /scan/, c’est l’enveloppe success, message, code, error. Les programmes doivent lire le code : il ne change jamais, les mots peuvent changer.',
  back: 'Retour aux opérations',
}

export const docsTexts = localized<DocsTexts>({ en: docsEn, fr: docsFr })
export type DocsTexts = typeof docsEn
