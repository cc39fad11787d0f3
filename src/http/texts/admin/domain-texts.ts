import type { DomainState } from '../../../features/tenant/own-domain.ts'
import { localized } from '../localized.ts'

type DomainTexts = {
  readonly none: (host: string) => string
  readonly states: Readonly<Record<DomainState, string>>
  readonly isMain: string
  /** What comes before a time. */
  readonly provedAt: string
  readonly checkedAt: string
  readonly seenAt: string
  readonly offFrom: string
  readonly notThere: string
  readonly gone: string
  readonly off: string
  readonly check: string
  readonly record: {
    readonly title: string
    readonly why: string
    readonly kind: string
    readonly kindIs: string
    readonly name: string
    readonly nameHelp: (short: string) => string
    readonly value: string
    readonly copy: string
    readonly copied: string
  }
  readonly arrive: {
    readonly title: string
    readonly why: string
    readonly target: string
    readonly bare: string
    readonly certificate: string
  }
  readonly steps: { readonly title: string; readonly list: readonly string[]; readonly patience: string }
  readonly add: {
    readonly title: string
    readonly label: string
    readonly help: string
    readonly button: string
    readonly wrong: (host: string) => string
    readonly taken: string
  }
  readonly main: {
    readonly help: string
    readonly button: (domain: string) => string
    readonly back: (host: string) => string
    readonly warning: string
  }
  readonly remove: (domain: string) => string
  readonly removeHelp: string
  readonly done: Readonly<Record<'added' | 'proved' | 'missing' | 'main' | 'removed', string>>
}

/** Domains of one's own, for people who never set a DNS record. */
export const domainTexts = localized<DomainTexts>({
  en: {
    none: (host) => `No domain of your own yet. Your pages answer at ${host}, and will go on doing so.`,
    states: {
      waiting: 'Waiting for its proof',
      proved: 'Proved: your pages answer here',
      no_longer_proved: 'No longer proved',
      off: 'Off: the proof is missing',
    },
    isMain: 'Main address',
    provedAt: 'Proved',
    checkedAt: 'Last looked',
    seenAt: 'Record last seen',
    offFrom: 'Off without it from',
    notThere:
      'The record was not there. Name servers may take an hour, seldom a day, until everybody sees it.',
    gone: 'Your pages still answer here, but the record that proves the domain is gone. It is looked for every day: three days after the owners were told by mail, your pages no longer answer here. Set it again.',
    off: 'Your pages no longer answer here: the record that proves the domain was gone for three days. Set it again, and they do, within a day or at once by the button. The main address has to be chosen again.',
    check: 'Look now',
    record: {
      title: 'First: prove that it is yours',
      why: 'Whoever manages your domain sets this record. It changes nothing about your website or your mail.',
      kind: 'Type',
      kindIs: 'TXT',
      name: 'Name (or “host”)',
      nameHelp: (short) => `Where your provider adds the rest of the domain itself, enter only: ${short}`,
      value: 'Value (or “content”)',
      copy: 'Copy',
      copied: 'Copied',
    },
    arrive: {
      title: 'Then: lead visitors here',
      why: 'Without this second record the domain is yours, but leads nobody to your pages. Type CNAME, from your domain to:',
      target: 'Target of the CNAME',
      bare: 'A domain without a part before it, such as example.org, cannot have a CNAME at most providers: choose tickets.example.org instead, or ask for ALIAS or ANAME.',
      certificate:
        'Ask whoever runs this server for a certificate of the domain, or browsers will warn your visitors.',
    },
    steps: {
      title: 'Where to click at your provider',
      list: [
        'Sign in where you bought the domain or pay for it every year (OVHcloud, Gandi, Infomaniak, GoDaddy, IONOS, Cloudflare and so on).',
        'Open the domain, then “DNS”, “DNS zone” or “DNS records”.',
        'Choose “Add a record”, and TXT as its type.',
        'Paste the name and the value from here. Leave the time to live (TTL) as it is, and save.',
        'Come back after some minutes and press “Look now”.',
      ],
      patience: 'It is not you: new records take from a minute to an hour, seldom a day.',
    },
    add: {
      title: 'Add a domain',
      label: 'Domain',
      help: 'Such as tickets.example.org, without https://. It must be a domain that you own.',
      button: 'Add this domain',
      wrong: (host) =>
        `Use the name of a domain such as tickets.example.org, without https:// and without a path. Names under ${host} are given out here already.`,
      taken:
        'Another organisation of this server has proved this domain. If it is yours, write to whoever runs the server.',
    },
    main: {
      help: 'Mails, calendars and the directory link to it. Your pages answer at every address as before.',
      button: (domain) => `Make ${domain} the main address`,
      back: (host) => `Make ${host} the main address again`,
      warning: 'Open it in a browser first: if your pages are not there, links in mails lead nowhere.',
    },
    remove: (domain) => `Remove ${domain}`,
    removeHelp:
      'Your pages no longer answer there, at once: what links to it leads nowhere. Its record at your provider can then be deleted.',
    done: {
      added: 'Added. Set the record below, then look.',
      proved: 'The record is there: your pages answer at this domain.',
      missing: 'The record is not to be seen yet.',
      main: 'Saved: this is your main address now.',
      removed: 'Removed.',
    },
  },
  fr: {
    none: (host) =>
      `Vous n’avez pas encore de domaine à vous. Vos pages répondent à ${host}, et continueront de le faire.`,
    states: {
      waiting: 'En attente de sa preuve',
      proved: 'Prouvé : vos pages y répondent',
      no_longer_proved: 'N’est plus prouvé',
      off: 'Désactivé : la preuve manque',
    },
    isMain: 'Adresse principale',
    provedAt: 'Prouvé',
    checkedAt: 'Dernière vérification',
    seenAt: 'Enregistrement vu pour la dernière fois',
    offFrom: 'Désactivé, sans lui, à partir de',
    notThere:
      'L’enregistrement n’y était pas. Il faut parfois une heure, rarement un jour, pour que tout le monde le voie.',
    gone: 'Vos pages y répondent encore, mais l’enregistrement qui prouve le domaine a disparu. Il est cherché chaque jour : trois jours après l’e-mail aux propriétaires, vos pages n’y répondront plus. Remettez-le.',
    off: 'Vos pages n’y répondent plus : l’enregistrement qui prouve le domaine manquait depuis trois jours. Remettez-le, et elles y répondront, sous un jour ou tout de suite avec le bouton. L’adresse principale est à choisir de nouveau.',
    check: 'Vérifier maintenant',
    record: {
      title: 'D’abord : prouver qu’il est à vous',
      why: 'La personne qui gère votre domaine crée cet enregistrement. Il ne change rien à votre site ni à votre messagerie.',
      kind: 'Type',
      kindIs: 'TXT',
      name: 'Nom (ou « sous-domaine », « hôte »)',
      nameHelp: (short) =>
        `Si votre fournisseur ajoute lui-même la fin du domaine, indiquez seulement : ${short}`,
      value: 'Valeur (ou « contenu », « cible »)',
      copy: 'Copier',
      copied: 'Copié',
    },
    arrive: {
      title: 'Ensuite : y mener les visiteurs',
      why: 'Sans ce second enregistrement, le domaine est à vous mais ne mène personne à vos pages. Type CNAME, de votre domaine vers :',
      target: 'Cible du CNAME',
      bare: 'Un domaine sans rien devant, comme example.org, ne peut pas avoir de CNAME chez la plupart des fournisseurs : choisissez plutôt billets.example.org, ou demandez un ALIAS ou un ANAME.',
      certificate:
        'Demandez un certificat du domaine à la personne qui gère ce serveur, sinon les navigateurs avertiront vos visiteurs.',
    },
    steps: {
      title: 'Où cliquer chez votre fournisseur',
      list: [
        'Connectez-vous là où vous avez acheté le domaine, ou le payez chaque année (OVHcloud, Gandi, Infomaniak, GoDaddy, IONOS, Cloudflare, etc.).',
        'Ouvrez le domaine, puis « DNS », « Zone DNS » ou « Enregistrements DNS ».',
        'Choisissez « Ajouter un enregistrement », de type TXT.',
        'Collez le nom et la valeur d’ici. Laissez la durée de vie (TTL) telle quelle, et enregistrez.',
        'Revenez après quelques minutes et appuyez sur « Vérifier maintenant ».',
      ],
      patience:
        'Vous n’y êtes pour rien : un nouvel enregistrement met d’une minute à une heure, rarement un jour.',
    },
    add: {
      title: 'Ajouter un domaine',
      label: 'Domaine',
      help: 'Comme billets.example.org, sans https://. Il doit vous appartenir.',
      button: 'Ajouter ce domaine',
      wrong: (host) =>
        `Indiquez le nom d’un domaine comme billets.example.org, sans https:// ni chemin. Les noms sous ${host} sont déjà attribués ici.`,
      taken:
        'Une autre organisation de ce serveur a prouvé ce domaine. S’il est à vous, écrivez à la personne qui gère le serveur.',
    },
    main: {
      help: 'Les e-mails, les calendriers et l’annuaire y mènent. Vos pages répondent à toutes vos adresses comme avant.',
      button: (domain) => `Faire de ${domain} l’adresse principale`,
      back: (host) => `Refaire de ${host} l’adresse principale`,
      warning:
        'Ouvrez-la d’abord dans un navigateur : si vos pages n’y sont pas, les liens des e-mails ne mènent nulle part.',
    },
    remove: (domain) => `Retirer ${domain}`,
    removeHelp:
      'Vos pages n’y répondent plus, immédiatement : les liens vers lui ne mènent nulle part. Vous pouvez ensuite supprimer son enregistrement chez votre fournisseur.',
    done: {
      added: 'Ajouté. Créez l’enregistrement ci-dessous, puis vérifiez.',
      proved: 'L’enregistrement y est : vos pages répondent à ce domaine.',
      missing: 'L’enregistrement n’est pas encore visible.',
      main: 'Enregistré : c’est maintenant votre adresse principale.',
      removed: 'Retiré.',
    },
  },
})
