import type { LimitName } from '../../plugins/rate-limit.ts'
import { localized } from '../localized.ts'

type RootLimitsTexts = {
  readonly lead: string
  readonly off: string
  readonly columns: Readonly<Record<'what' | 'who' | 'most' | 'now' | 'refused', string>>
  /** What is counted, and for whom each. */
  readonly limits: Readonly<Record<LimitName, { readonly what: string; readonly who: string }>>
}

/** What nobody may do more often in a minute than so. */
export const rootLimitsTexts = localized<RootLimitsTexts>({
  en: {
    lead: 'Whoever does one of these more often in a minute is told to wait for the next. Addresses and keys are kept as hashes, and are forgotten with their minute. All limits are lifted where the server is started with RATE_LIMIT=off.',
    off: 'The limits are lifted: this server was started with RATE_LIMIT=off. Start it without before the public gets at it.',
    columns: {
      what: 'What',
      who: 'For each',
      most: 'A minute',
      now: 'Counted now',
      refused: 'Told to wait now',
    },
    limits: {
      pairing: { what: 'Pairing a scanning device', who: 'network address' },
      sign_in_by_address: { what: 'Asking for a mail to sign in', who: 'network address' },
      unpaid_hold: { what: 'Booking without paying yet', who: 'network address and event' },
      document: { what: 'Having tickets drawn as a PDF', who: 'network address' },
      payment_check: { what: 'Coming back from a payment', who: 'booking' },
      wrong_code: {
        what: 'Guessing promotional and confirmation codes',
        who: 'network address and organisation',
      },
      wrong_card: { what: 'Naming cards that are not there', who: 'organisation' },
      tenant_request: { what: 'Asking for an organisation', who: 'network address' },
      invitation: { what: 'Inviting colleagues', who: 'organisation' },
      slug_check: { what: 'Looking whether an address is free', who: 'network address' },
      page_report: { what: 'Reporting a page', who: 'network address' },
      key_use: { what: 'Calls of programs and scanning devices', who: 'key' },
      refused: { what: 'Asking for what is refused', who: 'network address' },
      refused_known: { what: 'The same with a key, or signed in', who: 'key or session' },
    },
  },
  fr: {
    lead: 'Qui fait l’une de ces choses plus souvent en une minute est prié d’attendre la suivante. Adresses et clés ne sont gardées que sous forme d’empreintes, oubliées avec leur minute. Toutes les limites sont levées quand le serveur est démarré avec RATE_LIMIT=off.',
    off: 'Les limites sont levées : ce serveur a été démarré avec RATE_LIMIT=off. Démarrez-le sans cela avant de l’ouvrir au public.',
    columns: {
      ...{ what: 'Quoi', who: 'Pour chaque', most: 'Par minute' },
      ...{ now: 'Comptés à l’instant', refused: 'Priés d’attendre' },
    },
    limits: {
      pairing: { what: 'Appairer un appareil de contrôle', who: 'adresse réseau' },
      sign_in_by_address: { what: 'Demander un e-mail de connexion', who: 'adresse réseau' },
      unpaid_hold: { what: 'Réserver sans payer encore', who: 'adresse réseau et évènement' },
      document: { what: 'Faire dessiner des billets en PDF', who: 'adresse réseau' },
      payment_check: { what: 'Revenir d’un paiement', who: 'réservation' },
      wrong_code: {
        what: 'Deviner des codes promotionnels ou de confirmation',
        who: 'adresse réseau et organisation',
      },
      wrong_card: { what: 'Nommer des cartes inexistantes', who: 'organisation' },
      tenant_request: { what: 'Demander une organisation', who: 'adresse réseau' },
      invitation: { what: 'Inviter des collègues', who: 'organisation' },
      slug_check: { what: 'Vérifier si une adresse est libre', who: 'adresse réseau' },
      page_report: { what: 'Signaler une page', who: 'adresse réseau' },
      key_use: { what: 'Appels de programmes et d’appareils de contrôle', who: 'clé' },
      refused: { what: 'Demander ce qui est refusé', who: 'adresse réseau' },
      refused_known: { what: 'La même chose avec une clé, ou en session', who: 'clé ou session' },
    },
  },
})
