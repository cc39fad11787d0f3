import type { ProgrammeNoun } from '../../../features/tenant/programme.ts'
import { localized } from '../localized.ts'

/** What is said alike of all five, with what each is called. */
type EntryWords = {
  readonly title: string
  readonly lead: string
  readonly add: string
  readonly newTitle: string
  readonly back: string
  readonly nothing: string
  readonly changed: string
  readonly nameMissing: string
  readonly nameHelp: string
  readonly like: string
  readonly likeTitle: (name: string) => string
  readonly archive: string
  readonly bringBack: string
  readonly delete: string
}

type EntryTexts = {
  readonly nouns: Readonly<Record<ProgrammeNoun, EntryWords>>
  readonly search: string
  readonly listed: string
  readonly lists: { readonly kept: string; readonly archived: string }
  readonly nothingFound: (text: string) => string
  readonly nothingArchived: string
  readonly columns: { readonly name: string; readonly about: string; readonly events: string }
  readonly isArchived: string
  readonly made: string
  /** After what was changed by somebody else. */
  readonly insist: string
  readonly fields: {
    readonly name: string
    readonly address: string
    readonly postalCode: string
    readonly city: string
    readonly location: string
    readonly travels: string
    readonly shortDescription: string
    readonly shortHelp: string
    readonly longDescription: string
    readonly website: string
    readonly websiteHelp: string
    readonly description: string
    readonly descriptionHelp: string
  }
  readonly likeHelp: string
  readonly likeLead: string
  readonly archiveHelp: string
  readonly bringBackHelp: string
  readonly deleteHelp: string
  readonly inUse: string
  readonly rules: {
    readonly sellsNothing: string
    readonly venue: string
    readonly venueAddress: string
    readonly oneOrMore: string
    readonly noProjects: string
    readonly projects: string
    readonly last: string
    readonly whoMay: (kinds: string) => string
  }
}

/** The rooms of what events are made of: where they are, who plays, what they belong to, what may be asked for. */
export const entryTexts = localized<EntryTexts>({
  en: {
    nouns: {
      location: {
        title: 'Places',
        lead: 'Where events are. The address stands on their pages and on the tickets.',
        add: 'New place',
        newTitle: 'New place',
        back: 'All places',
        nothing: 'There is no place yet. Add the first, and events can be there.',
        changed: 'Somebody else changed this place while you had it open.',
        nameMissing: 'Give the place a name.',
        nameHelp: 'As people know it, such as “Town hall”.',
        like: 'Duplicate this place',
        likeTitle: (name) => `Another place like ${name}`,
        archive: 'Archive this place',
        bringBack: 'Bring this place back',
        delete: 'Delete this place',
      },
      stage: {
        title: 'Stages',
        lead: 'Where in a place: a stage, a hall, a room. A festival shows its programme by stage.',
        add: 'New stage',
        newTitle: 'New stage',
        back: 'All stages',
        nothing: 'There is no stage yet.',
        changed: 'Somebody else changed this stage while you had it open.',
        nameMissing: 'Give the stage a name.',
        nameHelp: 'Such as “Main stage” or “Cellar”.',
        like: 'Duplicate this stage',
        likeTitle: (name) => `Another stage like ${name}`,
        archive: 'Archive this stage',
        bringBack: 'Bring this stage back',
        delete: 'Delete this stage',
      },
      artist: {
        title: 'Artists',
        lead: 'Who plays. An event names its artists, each with a time if people should know it.',
        add: 'New artist',
        newTitle: 'New artist',
        back: 'All artists',
        nothing: 'There is no artist yet. Add who plays, and name them at an event.',
        changed: 'Somebody else changed this artist while you had the page open.',
        nameMissing: 'Give the artist a name.',
        nameHelp: 'As on the poster.',
        like: 'Duplicate this artist',
        likeTitle: (name) => `Another artist like ${name}`,
        archive: 'Archive this artist',
        bringBack: 'Bring this artist back',
        delete: 'Delete this artist',
      },
      project: {
        title: 'Projects',
        lead: 'A tour, a show, a production. Your home page shows each with its dates.',
        add: 'New project',
        newTitle: 'New project',
        back: 'All projects',
        nothing: 'There is no project.',
        changed: 'Somebody else changed this project while you had it open.',
        nameMissing: 'Give the project a name.',
        nameHelp: 'As on the poster.',
        like: 'Duplicate this project',
        likeTitle: (name) => `Another project like ${name}`,
        archive: 'Archive this project',
        bringBack: 'Bring this project back',
        delete: 'Delete this project',
      },
      ticketOption: {
        title: 'Options',
        lead: 'What people may ask for with a ticket, such as a wheelchair space or a vegetarian meal. An event offers those you tick.',
        add: 'New option',
        newTitle: 'New option',
        back: 'All options',
        nothing: 'There is no option yet. Add one, and tick it at an event.',
        changed: 'Somebody else changed this option while you had it open.',
        nameMissing: 'Give the option a name.',
        nameHelp: 'As people see it when they book.',
        like: 'Duplicate this option',
        likeTitle: (name) => `Another option like ${name}`,
        archive: 'Archive this option',
        bringBack: 'Bring this option back',
        delete: 'Delete this option',
      },
    },
    search: 'Name',
    listed: 'Which',
    lists: { kept: 'In use', archived: 'Archived' },
    nothingFound: (text) => `Nothing here is called “${text}”.`,
    nothingArchived: 'Nothing is archived.',
    columns: { name: 'Name', about: 'What it is', events: 'Upcoming events' },
    isArchived: 'It is archived: nobody can choose it any more. Events that name it still do.',
    made: 'It is made.',
    insist:
      'Beside each field that differs stands what is there now; what you typed is kept. Save again to put yours in its place.',
    fields: {
      name: 'Name',
      address: 'Street and number',
      postalCode: 'Postal code',
      city: 'Town',
      location: 'At which place',
      travels: 'At no place: it travels',
      shortDescription: 'In one sentence',
      shortHelp: 'Shown beside the name.',
      longDescription: 'Everything people should know',
      website: 'Website',
      websiteHelp: 'The whole address, such as https://example.org.',
      description: 'What it is',
      descriptionHelp: 'Such as “Step-free, beside the sound desk”.',
    },
    likeHelp: 'Opens a form with everything that is said here, and nothing is made before you save it.',
    likeLead:
      'Everything is as there but the name: give it one of its own, and change what differs. Events that name the other do not name this one.',
    archiveHelp:
      'You no longer need it? Archived, it cannot be chosen any more. Events that name it still do, and it can be brought back.',
    bringBackHelp: 'It can be chosen again.',
    deleteHelp: 'Only if it was made by mistake: what an event or a booking names cannot be deleted.',
    inUse: 'It cannot be deleted: an event, a booking or a stage names it. Archive it instead.',
    rules: {
      sellsNothing:
        'This is a calendar of several organisations: it has no events of its own. Each organisation keeps its own.',
      venue: 'A venue has one place with one stage: yours. You can change their names.',
      venueAddress: 'The address of a venue is that of the organisation, and is changed there.',
      oneOrMore: 'A festival has at least one place and one stage.',
      noProjects: 'Projects are for producers. Your events belong to your organisation itself.',
      projects: 'A producer has at least one project, and every event belongs to one.',
      last: 'This is the last one, and your kind of organisation has at least one. Make another first.',
      whoMay: (kinds) => `There may be several for: ${kinds}.`,
    },
  },
  fr: {
    nouns: {
      location: {
        title: 'Lieux',
        lead: 'Où se passent les évènements. L’adresse figure sur leurs pages et sur les billets.',
        add: 'Nouveau lieu',
        newTitle: 'Nouveau lieu',
        back: 'Tous les lieux',
        nothing: 'Il n’y a pas encore de lieu. Ajoutez le premier, et des évènements pourront s’y tenir.',
        changed: 'Quelqu’un d’autre a modifié ce lieu pendant que vous l’aviez ouvert.',
        nameMissing: 'Donnez un nom au lieu.',
        nameHelp: 'Tel qu’on le connaît, comme « Salle des fêtes ».',
        like: 'Dupliquer ce lieu',
        likeTitle: (name) => `Un autre lieu comme ${name}`,
        archive: 'Archiver ce lieu',
        bringBack: 'Reprendre ce lieu',
        delete: 'Supprimer ce lieu',
      },
      stage: {
        title: 'Scènes',
        lead: 'Où dans un lieu : une scène, une salle. Un festival montre son programme par scène.',
        add: 'Nouvelle scène',
        newTitle: 'Nouvelle scène',
        back: 'Toutes les scènes',
        nothing: 'Il n’y a pas encore de scène.',
        changed: 'Quelqu’un d’autre a modifié cette scène pendant que vous l’aviez ouverte.',
        nameMissing: 'Donnez un nom à la scène.',
        nameHelp: 'Comme « Grande scène » ou « Cave ».',
        like: 'Dupliquer cette scène',
        likeTitle: (name) => `Une autre scène comme ${name}`,
        archive: 'Archiver cette scène',
        bringBack: 'Reprendre cette scène',
        delete: 'Supprimer cette scène',
      },
      artist: {
        title: 'Artistes',
        lead: 'Qui joue. Un évènement nomme ses artistes, avec l’heure de chacun s’il faut la connaître.',
        add: 'Nouvel artiste',
        newTitle: 'Nouvel artiste',
        back: 'Tous les artistes',
        nothing: 'Il n’y a pas encore d’artiste. Ajoutez qui joue, puis nommez-le dans un évènement.',
        changed: 'Quelqu’un d’autre a modifié cet artiste pendant que vous aviez la page ouverte.',
        nameMissing: 'Donnez un nom à l’artiste.',
        nameHelp: 'Comme sur l’affiche.',
        like: 'Dupliquer cet artiste',
        likeTitle: (name) => `Un autre artiste comme ${name}`,
        archive: 'Archiver cet artiste',
        bringBack: 'Reprendre cet artiste',
        delete: 'Supprimer cet artiste',
      },
      project: {
        title: 'Projets',
        lead: 'Une tournée, un spectacle, une production. Votre page d’accueil montre chacun avec ses dates.',
        add: 'Nouveau projet',
        newTitle: 'Nouveau projet',
        back: 'Tous les projets',
        nothing: 'Il n’y a pas de projet.',
        changed: 'Quelqu’un d’autre a modifié ce projet pendant que vous l’aviez ouvert.',
        nameMissing: 'Donnez un nom au projet.',
        nameHelp: 'Comme sur l’affiche.',
        like: 'Dupliquer ce projet',
        likeTitle: (name) => `Un autre projet comme ${name}`,
        archive: 'Archiver ce projet',
        bringBack: 'Reprendre ce projet',
        delete: 'Supprimer ce projet',
      },
      ticketOption: {
        title: 'Options',
        lead: 'Ce que l’on peut demander avec un billet, comme une place en fauteuil ou un repas végétarien. Un évènement propose celles que vous cochez.',
        add: 'Nouvelle option',
        newTitle: 'Nouvelle option',
        back: 'Toutes les options',
        nothing: 'Il n’y a pas encore d’option. Ajoutez-en une, puis cochez-la dans un évènement.',
        changed: 'Quelqu’un d’autre a modifié cette option pendant que vous l’aviez ouverte.',
        nameMissing: 'Donnez un nom à l’option.',
        nameHelp: 'Tel qu’on le voit en réservant.',
        like: 'Dupliquer cette option',
        likeTitle: (name) => `Une autre option comme ${name}`,
        archive: 'Archiver cette option',
        bringBack: 'Reprendre cette option',
        delete: 'Supprimer cette option',
      },
    },
    search: 'Nom',
    listed: 'Lesquels',
    lists: { kept: 'Utilisés', archived: 'Archivés' },
    nothingFound: (text) => `Rien ici ne s’appelle « ${text} ».`,
    nothingArchived: 'Rien n’est archivé.',
    columns: { name: 'Nom', about: 'Ce que c’est', events: 'Évènements à venir' },
    isArchived: 'Archivé : plus personne ne peut faire ce choix. Les évènements concernés ne changent pas.',
    made: 'C’est créé.',
    insist:
      'À côté de chaque champ qui diffère figure ce qui s’y trouve maintenant ; votre saisie est gardée. Enregistrez à nouveau pour la mettre à la place.',
    fields: {
      name: 'Nom',
      address: 'Rue et numéro',
      postalCode: 'Code postal',
      city: 'Ville',
      location: 'Dans quel lieu',
      travels: 'Dans aucun lieu : elle voyage',
      shortDescription: 'En une phrase',
      shortHelp: 'Affiché à côté du nom.',
      longDescription: 'Tout ce qu’il faut savoir',
      website: 'Site web',
      websiteHelp: 'L’adresse entière, comme https://example.org.',
      description: 'Ce que c’est',
      descriptionHelp: 'Comme « De plain-pied, à côté de la régie ».',
    },
    likeHelp:
      'Ouvre un formulaire avec tout ce qui est dit ici ; rien n’est créé tant que vous n’enregistrez pas.',
    likeLead:
      'Tout est repris sauf le nom : donnez-en un autre et changez ce qui diffère. Les évènements de l’original ne changent pas.',
    archiveHelp:
      'Plus besoin ? Après archivage, plus personne ne peut faire ce choix. Les évènements concernés ne changent pas, et vous pouvez revenir en arrière.',
    bringBackHelp: 'Ce choix sera à nouveau possible.',
    deleteHelp:
      'Seulement en cas d’erreur : ce dont un évènement ou une réservation se sert ne peut pas être supprimé.',
    inUse: 'Suppression impossible : un évènement, une réservation ou une scène s’en sert. Archivez plutôt.',
    rules: {
      sellsNothing:
        'Ceci est l’agenda de plusieurs organisations : il n’a pas d’évènements à lui. Chaque organisation tient les siens.',
      venue: 'Une salle a un seul lieu et une seule scène : les vôtres. Vous pouvez changer leur nom.',
      venueAddress: 'L’adresse d’une salle est celle de l’organisation et se change là.',
      oneOrMore: 'Un festival a au moins un lieu et une scène.',
      noProjects: 'Les projets sont pour les producteurs. Vos évènements appartiennent à votre organisation.',
      projects: 'Un producteur a au moins un projet, et chaque évènement appartient à l’un d’eux.',
      last: 'Votre type d’organisation n’en a jamais moins : ajoutez d’abord un remplacement.',
      whoMay: (kinds) => `Plusieurs sont possibles pour : ${kinds}.`,
    },
  },
})
