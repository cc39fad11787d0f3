import type { en } from './en.ts'
import { timesIn } from './times.ts'

const locale = 'fr-FR'
const number = new Intl.NumberFormat(locale)

/** Every sentence of the scanner in French. */
export const fr: typeof en = {
  language: 'fr',
  locale,
  ...timesIn(locale),
  title: 'Scanner',
  opening: 'Le scanner s’ouvre…',
  asking: 'Question en cours…',
  count: (count) => number.format(count),
  age: (milliseconds) => {
    const minutes = Math.floor(milliseconds / 60_000)
    return minutes < 1
      ? 'de moins d’1 min'
      : minutes < 120
        ? `d’il y a ${minutes} min`
        : `d’il y a ${Math.floor(minutes / 60)} h`
  },
  unable: {
    title: 'Le scanner ne peut pas s’ouvrir',
    insecure: 'Cette adresse n’est pas protégée. Ouvrez-la avec https:// au début.',
    storage:
      'Ce navigateur ne conserve rien : l’appareil ne resterait pas appairé. Quittez la fenêtre privée ou autorisez cette adresse à enregistrer des données, puis rouvrez cette page.',
  },
  pairing: {
    title: 'Appairer cet appareil',
    lead: (organisation) => `Ce téléphone devient un scanner de ${organisation}.`,
    label: 'Lien ou code d’appairage',
    hint: 'Il figure sur la feuille ou sur la page de l’appareil dans l’administration. Il fonctionne une seule fois.',
    button: 'Appairer',
    underWay: 'Appairage en cours…',
    revokedTitle: 'Cet appareil n’est plus appairé',
    revoked: (organisation) =>
      `Sa clé a été retirée ou a expiré, et tout ce qu’il conservait ici est effacé. Demandez un nouveau lien d’appairage à la personne responsable de l’entrée chez ${organisation}.`,
    unreadable: 'Ce n’est pas un lien d’appairage. Collez le lien entier, ou le code qui le termine.',
    elsewhere: (host) => `Ce lien est fait pour ${host}. Ouvrez-le à cette adresse.`,
    refused: 'Appareil non appairé',
    silence:
      'Aucune réponse n’est arrivée. Vérifiez le réseau et réessayez. Si le lien est alors dit utilisé, demandez-en un nouveau.',
    telling: 'Ce que cet appareil a scanné est d’abord transmis au service…',
    replaceTitle: 'Ce téléphone est déjà un scanner',
    replace: 'Si vous l’appairez de nouveau, il suit le nouveau lien et oublie l’ancien.',
    replaceButton: 'Appairer de nouveau',
    keepButton: 'Ne rien changer',
  },
  events: {
    title: 'À quoi sert cette entrée ?',
    none: 'Aucun évènement',
    noneNote:
      'Il n’y a pas d’évènement pour cet appareil en ce moment. Adressez-vous à la personne responsable de l’entrée.',
    again: 'Regarder de nouveau',
    silence: 'Le service ne répond pas. Vérifiez le réseau.',
    change: 'Changer d’évènement',
  },
  ended: {
    title: 'La durée de cet appareil est écoulée',
    lead: (at) => `Il ne fait plus entrer personne depuis le ${at}, avec ou sans réseau.`,
    note: 'Laissez cette page ouverte jusqu’au retour du réseau : ce qui a été scanné est alors transmis au service, et cet appareil oublie tout.',
    ask: 'La personne responsable de l’entrée peut lui donner une fin plus tardive, ou un lien d’appairage à un autre téléphone.',
  },
  door: {
    inside: (inside, expected) => `${inside} sur ${expected}`,
    insideLabel: 'présents',
    insideUnknown: 'Personnes présentes : nombre inconnu',
    scan: 'Faire entrer',
    check: 'Vérifier',
    ready: 'Prêt',
    readyNote: 'Scannez un billet.',
    readyCheck: 'Prêt à vérifier',
    readyCheckNote: 'Scannez un billet. Personne n’est admis par ce geste.',
    field: 'Code du billet',
    fieldShort: 'Code',
    send: 'Envoyer',
    type: 'Clavier',
    recent: 'Derniers scans',
    search: 'Chercher',
    back: 'Retour à l’entrée',
  },
  camera: {
    label: 'Image de la caméra',
    lead: 'Le navigateur va demander l’accès à la caméra : autorisez-le. Aucune image ne quitte ce téléphone.',
    start: 'Scanner avec la caméra',
    toggle: 'Caméra',
    opening: 'La caméra s’ouvre…',
    torch: 'Lampe',
    choice: 'Choix de la caméra',
    lens: (count) => `Caméra ${count}`,
    retry: 'Réessayer',
    next: 'Billet suivant',
    sights: {
      nothing: 'Placez un code dans l’image.',
      code: 'Lu.',
      same: 'Déjà lu à l’instant : présentez le suivant.',
      crowded: 'Plusieurs codes : placez-en un au milieu.',
    },
    problems: {
      refused:
        'La caméra n’est pas autorisée pour cette page. Autorisez-la par le symbole à côté de l’adresse ou dans les réglages du téléphone, puis réessayez.',
      none: 'Cet appareil n’a pas de caméra. Tapez le code ou utilisez un lecteur.',
      taken:
        'La caméra s’est arrêtée, ou une autre application l’utilise. Fermez cette application, puis réessayez.',
      unable:
        'Ce navigateur ne peut pas lire de codes avec la caméra. Mettez-le à jour, tapez le code ou utilisez un lecteur.',
    },
  },
  kiosk: {
    lock: 'Bloquer',
    unlock: 'Débloquer',
    lockTitle: 'Scanner, et rien d’autre',
    lockLead:
      'Tant que le code PIN n’est pas saisi, cet appareil fait entrer, vérifie et montre ses derniers scans : ni recherche, ni autre évènement.',
    lockButton: 'Bloquer cet appareil',
    unlockTitle: 'Débloquer cet appareil',
    pin: 'Code PIN de quatre à huit chiffres',
    again: 'Le même code PIN, de nouveau',
    form: 'Un code PIN compte de quatre à huit chiffres, et rien d’autre.',
    differ: 'Les deux codes PIN diffèrent. Saisissez deux fois le même.',
    wrong: 'Ce n’est pas le code PIN.',
    wait: (seconds) =>
      seconds < 120
        ? `Attendez ${seconds} secondes, puis réessayez.`
        : `Attendez ${Math.ceil(seconds / 60)} minutes, puis réessayez.`,
    forgotten:
      'Personne ne peut retrouver un code PIN oublié : la personne responsable de l’entrée donne à cet appareil un nouveau lien d’appairage, qui met fin au blocage.',
  },
  signs: {
    welcome: 'Bienvenue',
    attention: 'Attention',
    already: 'Déjà scanné',
    refused: 'Refusé',
    information: 'Vérifié',
    silence: 'Sans réponse',
  },
  verdict: {
    admittedToo: 'Entrée admise.',
    silence: 'On ne sait rien : le billet a peut-être été noté, peut-être pas.',
    silenceNote: 'Demandez de nouveau : une personne admise par la réponse perdue ne sera pas refusée.',
    repeat: 'Demander de nouveau',
    group: 'Faire entrer le reste du groupe',
    groupTitle: (count) => (count === 1 ? '1 autre personne admise' : `${count} autres personnes admises`),
    noGroup: 'Plus personne de ce groupe ne doit encore entrer.',
    notAdmitted: (name, why) => `${name} : ${why}`,
    ofReservation: (here, count) =>
      here === 0 ? `Réservation de ${count}` : `${here} sur ${count} de cette réservation admis ici`,
    scannedAt: (at) => `À ${at}`,
    scannedBy: (device) => `par ${device}`,
    thisDevice: 'cet appareil',
    otherDevice: 'un autre appareil',
    nameless: 'Sans nom',
  },
  inside: {
    title: 'Personnes présentes',
    unknown: 'Nombre inconnu sans réseau : le service compte ce que chaque appareil lui dit.',
    nobody: 'Personne n’est encore entré.',
    gates: 'Par entrée',
    noGate: 'Sans entrée nommée',
    devices: 'Par appareil',
  },
  offline: {
    welcome: 'Bienvenue, hors ligne',
    decided: 'Décidé par ce téléphone, sans réseau.',
    ask: 'Demandez au responsable',
    askNote:
      'Le code est authentique, mais la liste de ce téléphone ne contient pas ce billet : il a été vendu depuis, ou il est pour un autre évènement.',
    askUnread:
      'Le code est authentique, mais ce téléphone n’a pas encore lu toute la liste : il ne sait pas si le billet est toujours valable.',
    allow: 'Faire entrer',
    turnAway: 'Ne pas faire entrer',
    down: 'Pas de réseau',
    noList: 'Pas encore de liste',
    list: (age) => `Liste ${age}`,
    waiting: (count) => `${number.format(count)} en attente`,
    refusals: {
      already_scanned: {
        title: 'Déjà scanné',
        detail: 'Ce billet a déjà été scanné. N’admettez pas une seconde fois.',
      },
      wrong_event: {
        title: 'Autre évènement',
        detail: 'Ce billet est pour un autre évènement. Indiquez la bonne entrée.',
      },
      canceled: {
        title: 'Annulé',
        detail: 'Ce billet a été annulé. N’admettez pas ; dirigez la personne vers la billetterie.',
      },
      unpaid: {
        title: 'Non payé',
        detail: 'Ce billet n’est pas payé. Dirigez la personne vers la billetterie.',
      },
      not_active: {
        title: 'Non actif',
        detail: 'Ce billet n’est pas encore actif. Dirigez la personne vers la billetterie.',
      },
      outside_window: {
        title: 'Portes fermées',
        detail: 'Les portes de cet évènement ne sont pas ouvertes maintenant.',
      },
      invalid_qrcode: {
        title: 'Pas un code de billet',
        detail: 'Ce n’est pas le code d’un billet. Demandez le billet.',
      },
      invalid_signature: {
        title: 'Code falsifié ou étranger',
        detail: 'Ce code n’a pas été émis ici. N’admettez pas ; appelez le responsable.',
      },
      device_ended: {
        title: 'Appareil arrivé à sa fin',
        detail:
          'La durée de cet appareil est écoulée : il ne fait plus entrer personne. Envoyez la personne à une autre entrée.',
      },
      ticket_not_found: {
        title: 'Absent de la liste',
        detail:
          'La liste de ce téléphone ne contient pas ce billet, et sans réseau personne ne peut le chercher. Dirigez la personne vers la billetterie.',
      },
    },
  },
  recent: {
    none: 'Rien n’a encore été scanné ici.',
    note: 'Les noms sont conservés jusqu’à la fermeture de cette page.',
  },
  search: {
    label: 'Nom ou numéro',
    hint: 'Au moins trois lettres ou chiffres.',
    none: 'Personne n’a été trouvé.',
    found: (count) => (count === 1 ? '1 billet' : `${count} billets`),
    more: 'Il y en a d’autres. Tapez davantage du nom.',
    silence: 'Aucune réponse n’est arrivée. Réessayez.',
    undo: 'Annuler le scan',
    undoOver: 'Il y a plus de 15 minutes : l’administration peut l’annuler.',
    undoOf: (name) => `Annuler le scan de ${name}`,
    reason: 'Pourquoi le scan est annulé',
    confirm: 'Annuler ce scan',
    leave: 'Ne rien changer',
    undone: 'Le scan a été annulé.',
    seat: (seat) => `Place ${seat}`,
  },
  states: {
    not_scanned: 'Pas encore entré',
    scanned: 'Admis',
    canceled: 'Annulé',
    unpaid: 'Non payé',
    not_active: 'Non actif',
  },
}
