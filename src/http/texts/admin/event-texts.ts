import type { OfflinePolicy } from '../../../features/event/event.ts'
import type { EventList } from '../../../features/event/event-lists.queries.ts'
import { localized } from '../localized.ts'

type EventTexts = {
  readonly title: string
  readonly add: string
  readonly newTitle: string
  readonly newLead: string
  readonly lists: Readonly<Record<EventList, string>>
  readonly listed: string
  readonly search: string
  readonly nothing: Readonly<Record<EventList, string>>
  readonly nothingFound: (text: string) => string
  readonly nothingAt: (place: string) => string
  readonly nothingFoundAt: (text: string, place: string) => string
  readonly anyPlace: string
  readonly foundIn: (count: number, list: string) => string
  readonly columns: { when: string; what: string; sold: string; left: string }
  readonly unlimited: string
  readonly states: {
    unpublished: string
    cancelled: string
    postponed: string
    published: string
    archived: string
  }
  readonly back: string
  readonly publicPage: string
  readonly fields: {
    readonly name: string
    readonly nameHelp: string
    readonly starts: string
    readonly startsHelp: (timeZone: string) => string
    readonly times: string
    readonly doorsOpen: string
    readonly doorsClose: string
    readonly ends: string
    readonly endsHelp: string
    readonly offline: string
    readonly offlineHelp: string
    readonly offlinePolicies: Readonly<Record<OfflinePolicy, string>>
    readonly shortDescription: string
    readonly shortHelp: string
    readonly longDescription: string
    readonly capacity: string
    readonly capacityHelp: string
    readonly place: string
    readonly nowhere: string
    readonly onlyPlace: string
    readonly project: string
    readonly projectHelp: string
    readonly noProjects: string
    readonly artists: string
    readonly artistsHelp: string
    readonly artist: (number: number) => string
    readonly artistAt: string
    readonly nobody: string
    readonly sale: string
    readonly saleHelp: string
    readonly noProducts: string
    readonly options: string
    readonly optionsHelp: string
  }
  readonly first: {
    readonly title: string
    readonly help: string
    readonly name: string
    readonly usualName: string
    readonly amount: (currency: string) => string
    readonly amountHelp: string
    readonly stock: string
    readonly stockHelp: string
  }
  readonly archived: string
  readonly publishNow: string
  readonly keepForLater: string
  readonly made: string
  readonly copied: (count: number) => string
  readonly problems: {
    readonly name: string
    readonly startsMissing: string
    readonly priceName: string
    readonly project: string
    readonly artistTimeAlone: string
    readonly times: (most: number) => string
  }
  readonly changed: string
  readonly doorList: string
  readonly exportTickets: string
  readonly prices: {
    readonly title: string
    readonly none: string
    readonly notOnSale: string
    readonly add: string
    readonly addProduct: string
  }
  readonly publication: {
    readonly title: string
    readonly isPublished: string
    readonly isNot: string
    readonly publish: string
    readonly unpublish: string
  }
  readonly copies: {
    readonly title: string
    readonly help: string
    readonly times: string
    readonly every: string
    readonly week: string
    readonly day: string
    readonly publish: string
  }
  readonly turns: {
    readonly title: string
    readonly help: string
    readonly cancel: string
    readonly postpone: string
    readonly told: string
  }
  readonly cancel: {
    readonly title: (name: string) => string
    readonly lead: string
    readonly reason: string
    readonly reasonHelp: string
    /** Asked where tickets were scanned. */
    readonly letIn: string
    readonly button: string
    readonly keep: string
  }
  readonly postpone: {
    readonly title: (name: string) => string
    readonly lead: string
    readonly starts: string
    readonly along: string
    readonly button: string
    readonly keep: string
  }
  readonly message: {
    readonly title: (name: string) => string
    readonly lead: string
    readonly subject: string
    readonly subjectHelp: string
    readonly subjectMissing: string
    readonly text: string
    readonly textMissing: string
    readonly sentBefore: string
    readonly button: string
    readonly keep: string
    readonly link: string
    readonly reaches: (reservations: number) => string
    readonly later: string
  }
  readonly effects: {
    readonly title: string
    readonly nobody: string
    readonly cancelled: (reservations: number, tickets: number) => string
    readonly unused: (count: number) => string
    readonly scanned: (count: number) => string
    readonly refunds: (amount: string) => string
    readonly noRefunds: string
    readonly mails: string
    readonly waiting: (count: number) => string
    readonly noSale: string
    readonly forGood: string
    readonly stay: (reservations: number, tickets: number) => string
    /** How many were scanned, and when the event was to end. */
    readonly again: (count: number, end: string) => string
    readonly mayCancel: string
    readonly newDateMails: string
  }
}

/** The room where events are made, put on sale, changed, and called off. */
export const eventTexts = localized<EventTexts>({
  en: {
    title: 'Events',
    add: 'New event',
    newTitle: 'New event',
    newLead: 'A name, a date and a price are enough to sell. Everything else can be added later.',
    lists: {
      upcoming: 'Upcoming',
      past: 'Past',
      unpublished: 'Not published',
      cancelled: 'Cancelled',
      archived: 'Archived',
    },
    listed: 'Which events',
    search: 'Name of the event',
    nothing: {
      upcoming: 'No event is planned. Make the first one: it can be on sale in five minutes.',
      past: 'No event is over yet.',
      unpublished: 'Every event is published.',
      cancelled: 'No event was cancelled.',
      archived: 'Nothing is archived.',
    },
    nothingFound: (text) => `No event here is called “${text}”.`,
    nothingAt: (place) => `No event here takes place at “${place}”.`,
    nothingFoundAt: (text, place) => `No event here is called “${text}” and takes place at “${place}”.`,
    anyPlace: 'All places',
    foundIn: (count, list) => `${count} found under “${list}”`,
    columns: { when: 'When', what: 'Event', sold: 'Booked', left: 'Left' },
    unlimited: 'no limit',
    states: {
      unpublished: 'Not published',
      cancelled: 'Cancelled',
      postponed: 'Put off',
      published: 'Published',
      archived: 'Archived',
    },
    back: 'All events',
    publicPage: 'See its public page',
    fields: {
      name: 'Name',
      nameHelp: 'As on the poster.',
      starts: 'Begins',
      startsHelp: (timeZone) => `Day and time, by the clocks of ${timeZone}.`,
      times: 'Doors and end',
      doorsOpen: 'Doors open',
      doorsClose: 'Last admission',
      ends: 'Ends',
      endsHelp: 'Without an end, tickets are good until six hours after the beginning.',
      offline: 'A ticket the phone does not know, without network',
      offlineHelp:
        'Genuine, but sold after the phone last had network. Cancelled ones are known and always refused.',
      offlinePolicies: { accept: 'Let in', ask: 'Ask a supervisor', refuse: 'Refuse' },
      shortDescription: 'In one sentence',
      shortHelp: 'Shown in lists and calendars.',
      longDescription: 'Everything people should know',
      capacity: 'Places',
      capacityHelp: 'How many people may come in all. Empty: no limit.',
      place: 'Where',
      nowhere: 'No place',
      onlyPlace: 'A venue has one place and one stage: the event is there.',
      project: 'Project',
      projectHelp: 'Every event of a producer belongs to a project.',
      noProjects: 'No project',
      artists: 'Who plays',
      artistsHelp: 'With the time, if people should know it. Save to get more lines.',
      artist: (number) => `Artist ${number}`,
      artistAt: 'Time',
      nobody: 'Nobody',
      sale: 'What is sold for it',
      saleHelp: 'Each product brings all its prices.',
      noProducts: 'There are no products yet.',
      options: 'What people may ask for',
      optionsHelp: 'Offered with each ticket.',
    },
    first: {
      title: 'A new price',
      help: 'For this event alone. Leave the amount empty if you have ticked what is sold.',
      name: 'What it is called',
      usualName: 'Full price',
      amount: (currency) => `Amount in ${currency}`,
      amountHelp: '0 is free of charge.',
      stock: 'How many of it',
      stockHelp: 'Empty: as many as there are places.',
    },
    archived: 'archived',
    publishNow: 'Publish the event',
    keepForLater: 'Keep it for later',
    made: 'The event is made. A picture sells it better: add one below.',
    copied: (count) => (count === 1 ? 'One more date is made: this one.' : `${count} more dates are made.`),
    problems: {
      name: 'Give the event a name.',
      startsMissing: 'Say on which day and at what time it begins.',
      priceName: 'Say what the price is called.',
      project: 'Choose a project: every event of a producer belongs to one.',
      artistTimeAlone: 'Choose who plays at this time, or take the time out.',
      times: (most) => `Choose a number from 1 to ${most}.`,
    },
    changed:
      'Somebody else changed this event while you had it open. Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    doorList: 'Door list (PDF)',
    exportTickets: 'Tickets as a file',
    prices: {
      title: 'What it costs',
      none: 'Nothing is sold for this event yet. Tick what is sold in the form above, or make a product for it.',
      notOnSale: 'not on sale now',
      add: 'Add a price',
      addProduct: 'Make another product',
    },
    publication: {
      title: 'Visible to the public',
      isPublished: 'Everybody can see the event, and book what is on sale.',
      isNot: 'Nobody sees the event until it is published.',
      publish: 'Publish',
      unpublish: 'Take it off the public pages',
    },
    copies: {
      title: 'The same again',
      help: 'Makes more dates with everything that is said here, at the same time of day. Bookings are not copied.',
      times: 'How many more',
      every: 'Every',
      week: 'week',
      day: 'day',
      publish: 'Publish them at once',
    },
    turns: {
      title: 'It does not take place as planned',
      help: 'The next page says what will happen before anything does.',
      cancel: 'Cancel the event',
      postpone: 'Put it off to another date',
      told: 'See who was told and what was paid back',
    },
    cancel: {
      title: (name) => `Cancel ${name}`,
      lead: 'This cannot be taken back.',
      reason: 'Why',
      reasonHelp: 'In the mail to everybody who booked, and on the page of the event.',
      letIn: 'Cancel and pay back the tickets that were scanned, too',
      button: 'Cancel the event and tell everybody',
      keep: 'Do not cancel',
    },
    postpone: {
      title: (name) => `Put off ${name}`,
      lead: 'Tickets stay good for the new date.',
      starts: 'Begins instead',
      along: 'Doors and end move along.',
      button: 'Put it off and tell everybody',
      keep: 'Leave it on its date',
    },
    message: {
      title: (name) => `Write to everybody who comes to ${name}`,
      lead: 'By mail, to everybody who has booked so far, and to whoever was given a ticket.',
      subject: 'Subject',
      subjectHelp: 'The name of the event stands before it.',
      subjectMissing: 'Say in a few words what it is about.',
      text: 'Message',
      textMissing: 'Write what you want to tell them.',
      sentBefore:
        'This form was sent before, with other words. To send these as well, press the button once more.',
      button: 'Send to everybody',
      keep: 'Do not send',
      link: 'Write to everybody',
      reaches: (reservations) =>
        reservations === 1 ? 'One booking gets this mail.' : `${reservations} bookings get this mail.`,
      later: 'Whoever books later does not get it.',
    },
    effects: {
      title: 'What will happen',
      nobody: 'Nobody has booked: nobody has to be told.',
      cancelled: (reservations, tickets) =>
        `${reservations === 1 ? 'One booking' : `${reservations} bookings`} with ${tickets === 1 ? 'one ticket' : `${tickets} tickets`} will be cancelled.`,
      unused: (count) =>
        count === 1
          ? 'The one ticket that was not scanned will be cancelled.'
          : `${count} tickets that were not scanned will be cancelled.`,
      scanned: (count) =>
        count === 1
          ? 'One ticket was scanned: you say below what becomes of it.'
          : `${count} tickets were scanned: you say below what becomes of them.`,
      refunds: (amount) =>
        `${amount} was paid. What was paid for cancelled tickets goes back by the way it came; what was paid at the desk waits under “Money to give back”.`,
      noRefunds: 'Nothing was paid, so nothing goes back.',
      mails: 'Everybody who booked gets a mail.',
      waiting: (count) =>
        count === 1
          ? 'One person on the waiting list is told, too.'
          : `${count} people on the waiting list are told, too.`,
      noSale: 'From that moment nothing is sold and nobody is let in.',
      forGood: 'The event stays visible as cancelled.',
      stay: (reservations, tickets) =>
        `${reservations === 1 ? 'One booking' : `${reservations} bookings`} with ${tickets === 1 ? 'one ticket' : `${tickets} tickets`} will be good for the new date.`,
      again: (count, end) =>
        count === 1
          ? `One ticket was scanned. If the new date is after ${end}, it can be scanned again; before that, it stays scanned.`
          : `${count} tickets were scanned. If the new date is after ${end}, they can be scanned again; before that, they stay scanned.`,
      mayCancel: 'Who cannot come may cancel until it begins, and is paid back.',
      newDateMails: 'Everybody who booked gets a mail with the new date.',
    },
  },
  fr: {
    title: 'Évènements',
    add: 'Nouvel évènement',
    newTitle: 'Nouvel évènement',
    newLead: 'Un nom, une date et un tarif suffisent pour vendre. Le reste peut s’ajouter plus tard.',
    lists: {
      upcoming: 'À venir',
      past: 'Passés',
      unpublished: 'Non publiés',
      cancelled: 'Annulés',
      archived: 'Archivés',
    },
    listed: 'Quels évènements',
    search: 'Nom de l’évènement',
    nothing: {
      upcoming: 'Aucun évènement n’est prévu. Créez le premier : il peut être en vente dans cinq minutes.',
      past: 'Aucun évènement n’est encore passé.',
      unpublished: 'Tous les évènements sont publiés.',
      cancelled: 'Aucun évènement n’a été annulé.',
      archived: 'Rien n’est archivé.',
    },
    nothingFound: (text) => `Aucun évènement ici ne s’appelle « ${text} ».`,
    nothingAt: (place) => `Aucun évènement ici n’a lieu à « ${place} ».`,
    nothingFoundAt: (text, place) => `À « ${place} », aucun évènement ici ne s’appelle « ${text} ».`,
    anyPlace: 'Tous les lieux',
    foundIn: (count, list) => `${count} sous « ${list} »`,
    columns: { when: 'Quand', what: 'Évènement', sold: 'Réservées', left: 'Restantes' },
    unlimited: 'sans limite',
    states: {
      unpublished: 'Non publié',
      cancelled: 'Annulé',
      postponed: 'Reporté',
      published: 'Publié',
      archived: 'Archivé',
    },
    back: 'Tous les évènements',
    publicPage: 'Voir sa page publique',
    fields: {
      name: 'Nom',
      nameHelp: 'Comme sur l’affiche.',
      starts: 'Début',
      startsHelp: (timeZone) => `Jour et heure, aux horloges de ${timeZone}.`,
      times: 'Portes et fin',
      doorsOpen: 'Ouverture des portes',
      doorsClose: 'Dernière entrée',
      ends: 'Fin',
      endsHelp: 'Sans fin, les billets sont valables jusqu’à six heures après le début.',
      offline: 'Un billet que le téléphone ne connaît pas, sans réseau',
      offlineHelp:
        'Authentique, mais vendu après le dernier contact du téléphone. Les billets annulés sont connus et toujours refusés.',
      offlinePolicies: { accept: 'Laisser entrer', ask: 'Demander à un responsable', refuse: 'Refuser' },
      shortDescription: 'En une phrase',
      shortHelp: 'Affichée dans les listes et les agendas.',
      longDescription: 'Tout ce qu’il faut savoir',
      capacity: 'Places',
      capacityHelp: 'Combien de personnes peuvent venir en tout. Vide : sans limite.',
      place: 'Où',
      nowhere: 'Aucun lieu',
      onlyPlace: 'Une salle a un seul lieu et une seule scène : l’évènement s’y tient.',
      project: 'Projet',
      projectHelp: 'Chaque évènement d’un producteur appartient à un projet.',
      noProjects: 'Aucun projet',
      artists: 'Qui joue',
      artistsHelp: 'Avec l’heure, s’il faut la connaître. Enregistrez pour avoir d’autres lignes.',
      artist: (number) => `Artiste ${number}`,
      artistAt: 'Heure',
      nobody: 'Personne',
      sale: 'Ce qui se vend pour lui',
      saleHelp: 'Chaque produit apporte tous ses tarifs.',
      noProducts: 'Il n’y a pas encore de produit.',
      options: 'Ce que l’on peut demander',
      optionsHelp: 'Proposé avec chaque billet.',
    },
    first: {
      title: 'Un nouveau tarif',
      help: 'Pour ce seul évènement. Laissez le montant vide si vous avez coché ce qui se vend.',
      name: 'Comment il s’appelle',
      usualName: 'Plein tarif',
      amount: (currency) => `Montant en ${currency}`,
      amountHelp: '0 : gratuit.',
      stock: 'Combien il y en a',
      stockHelp: 'Vide : autant que de places.',
    },
    archived: 'archivé',
    publishNow: 'Publier l’évènement',
    keepForLater: 'Garder pour plus tard',
    made: 'L’évènement est créé. Une image le vend mieux : ajoutez-en une plus bas.',
    copied: (count) =>
      count === 1 ? 'Une date de plus est créée : celle-ci.' : `${count} dates de plus sont créées.`,
    problems: {
      name: 'Donnez un nom à l’évènement.',
      startsMissing: 'Indiquez le jour et l’heure du début.',
      priceName: 'Indiquez comment s’appelle le tarif.',
      project: 'Choisissez un projet : chaque évènement d’un producteur appartient à l’un d’eux.',
      artistTimeAlone: 'Choisissez qui joue à cette heure, ou retirez l’heure.',
      times: (most) => `Choisissez un nombre de 1 à ${most}.`,
    },
    changed:
      'Quelqu’un d’autre a modifié cet évènement pendant que vous l’aviez ouvert. À côté de chaque champ qui diffère figure ce qui s’y trouve maintenant ; votre saisie est gardée. Enregistrez à nouveau pour la mettre à la place.',
    doorList: 'Liste d’entrée (PDF)',
    exportTickets: 'Billets en fichier',
    prices: {
      title: 'Ce que cela coûte',
      none: 'Rien n’est encore vendu pour cet évènement. Cochez ce qui est vendu dans le formulaire ci-dessus, ou créez un produit.',
      notOnSale: 'pas en vente pour le moment',
      add: 'Ajouter un tarif',
      addProduct: 'Créer un autre produit',
    },
    publication: {
      title: 'Visible du public',
      isPublished: 'Tout le monde peut voir l’évènement et réserver ce qui est en vente.',
      isNot: 'Personne ne voit l’évènement tant qu’il n’est pas publié.',
      publish: 'Publier',
      unpublish: 'Retirer des pages publiques',
    },
    copies: {
      title: 'La même chose encore',
      help: 'Crée d’autres dates avec tout ce qui est dit ici, à la même heure. Les réservations ne sont pas copiées.',
      times: 'Combien de plus',
      every: 'Chaque',
      week: 'semaine',
      day: 'jour',
      publish: 'Les publier aussitôt',
    },
    turns: {
      title: 'Il n’a pas lieu comme prévu',
      help: 'La page suivante dit ce qui va se passer, avant que rien ne se passe.',
      cancel: 'Annuler l’évènement',
      postpone: 'Reporter à une autre date',
      told: 'Voir qui a été prévenu et ce qui a été rendu',
    },
    cancel: {
      title: (name) => `Annuler ${name}`,
      lead: 'C’est définitif.',
      reason: 'Pourquoi',
      reasonHelp: 'Dans le message à toutes les personnes qui ont réservé, et sur la page de l’évènement.',
      letIn: 'Annuler et rembourser aussi les billets contrôlés',
      button: 'Annuler l’évènement et prévenir tout le monde',
      keep: 'Ne pas annuler',
    },
    postpone: {
      title: (name) => `Reporter ${name}`,
      lead: 'Les billets restent valables pour la nouvelle date.',
      starts: 'Nouveau début',
      along: 'Les portes et la fin suivent.',
      button: 'Reporter et prévenir tout le monde',
      keep: 'Garder la date',
    },
    message: {
      title: (name) => `Écrire à toutes les personnes qui viennent à ${name}`,
      lead: 'Par e-mail, à toutes les personnes qui ont réservé jusqu’ici, et à celles à qui l’on a donné un billet.',
      subject: 'Objet',
      subjectHelp: 'Le nom de l’évènement est placé devant.',
      subjectMissing: 'Dites en quelques mots de quoi il s’agit.',
      text: 'Message',
      textMissing: 'Écrivez ce que vous voulez leur dire.',
      sentBefore:
        'Ce formulaire a déjà été envoyé, avec d’autres mots. Pour envoyer ceux-ci en plus, appuyez encore une fois sur le bouton.',
      button: 'Envoyer à tout le monde',
      keep: 'Ne pas envoyer',
      link: 'Écrire à tout le monde',
      reaches: (reservations) =>
        reservations === 1
          ? 'Une réservation recevra ce message.'
          : `${reservations} réservations recevront ce message.`,
      later: 'Qui réserve plus tard ne le recevra pas.',
    },
    effects: {
      title: 'Ce qui va se passer',
      nobody: 'Personne n’a réservé : personne n’est à prévenir.',
      cancelled: (reservations, tickets) =>
        `${reservations === 1 ? 'Une réservation' : `${reservations} réservations`} avec ${tickets === 1 ? 'un billet' : `${tickets} billets`} : tout sera annulé.`,
      unused: (count) =>
        count === 1
          ? 'Le seul billet qui n’a pas été contrôlé sera annulé.'
          : `${count} billets n’ont pas été contrôlés : ils seront annulés.`,
      scanned: (count) =>
        count === 1
          ? 'Un billet a été contrôlé : vous dites plus bas ce qu’il devient.'
          : `${count} billets ont été contrôlés : vous dites plus bas ce qu’ils deviennent.`,
      refunds: (amount) =>
        `${amount} ont été payés. L’argent des billets annulés repart comme il est venu ; ce qui a été payé au guichet attend dans « Argent à rendre ».`,
      noRefunds: 'Rien n’a été payé, donc rien n’est à rendre.',
      mails: 'Toutes les personnes qui ont réservé reçoivent un message.',
      waiting: (count) =>
        count === 1
          ? 'Une personne de la liste d’attente est prévenue aussi.'
          : `${count} personnes de la liste d’attente sont prévenues aussi.`,
      noSale: 'Dès cet instant, rien n’est vendu et personne n’entre.',
      forGood: 'L’évènement reste visible comme annulé.',
      stay: (reservations, tickets) =>
        `${reservations === 1 ? 'Une réservation' : `${reservations} réservations`} avec ${tickets === 1 ? 'un billet' : `${tickets} billets`} : tout vaudra pour la nouvelle date.`,
      again: (count, end) =>
        count === 1
          ? `Un billet a été contrôlé. Si la nouvelle date vient après le ${end}, il pourra l’être de nouveau ; avant, il reste contrôlé.`
          : `${count} billets ont été contrôlés. Si la nouvelle date vient après le ${end}, ils pourront l’être de nouveau ; avant, ils restent contrôlés.`,
      mayCancel: 'Qui ne peut pas venir peut annuler jusqu’au début, et est remboursé.',
      newDateMails: 'Toutes les personnes qui ont réservé reçoivent un message avec la nouvelle date.',
    },
  },
})
