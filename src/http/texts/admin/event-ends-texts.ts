import { localized } from '../localized.ts'

type EventEndsTexts = {
  readonly like: string
  readonly likeTitle: (name: string) => string
  readonly likeLead: string
  readonly isArchived: string
  readonly title: string
  readonly archive: string
  readonly archiveHelp: string
  readonly bringBack: string
  readonly bringBackHelp: string
  readonly delete: string
  readonly deleteHelp: string
  /** Why it did not happen, and what to do. */
  readonly awaited: string
  readonly booked: string
  readonly queuedFor: string
}

/** What becomes of an event that is needed no more, and another like it. */
export const eventEndsTexts = localized<EventEndsTexts>({
  en: {
    like: 'Duplicate this event',
    likeTitle: (name) => `Another event like ${name}`,
    likeLead:
      'Everything is as there but the date: say when it begins, and change what differs. Doors and end move along where you leave them. What is ticked is sold for both; bookings are not copied.',
    isArchived:
      'This event is archived: it is on no public page and in no list but “Archived”. What was booked and paid stays.',
    title: 'No longer needed',
    archive: 'Archive this event',
    archiveHelp:
      'It leaves the public pages and the lists, and can be brought back. What was booked, paid and scanned stays.',
    bringBack: 'Bring this event back',
    bringBackHelp: 'It comes back to the lists, not published. Publishing it brings it back too.',
    delete: 'Delete this event',
    deleteHelp: 'For what was made by mistake: nobody has ever booked it, and nobody waits for it.',
    awaited:
      'This event is still to come, and people have booked it or wait for it. Cancel it first, so that they are told; or archive it once it is over.',
    booked:
      'This event has bookings: they belong to the accounts, so it cannot be deleted. Archive it instead; if people still come to it, cancel it first, so that they are told.',
    queuedFor:
      'People wait for this event, so it cannot be deleted: nobody would tell them. Cancel it, or take them off its waiting list first.',
  },
  fr: {
    like: 'Dupliquer cet évènement',
    likeTitle: (name) => `Un autre évènement comme ${name}`,
    likeLead:
      'Tout est repris sauf la date : indiquez le début et changez ce qui diffère. Portes et fin suivent si vous n’y touchez pas. Ce qui est coché se vend pour les deux ; les réservations ne sont pas copiées.',
    isArchived:
      'Cet évènement est archivé : il n’est sur aucune page publique et dans aucune liste sauf « Archivés ». Ce qui a été réservé et payé reste.',
    title: 'Archiver ou supprimer',
    archive: 'Archiver cet évènement',
    archiveHelp:
      'Il quitte les pages publiques et les listes, et vous pouvez revenir en arrière. Ce qui a été réservé, payé et scanné reste.',
    bringBack: 'Sortir cet évènement des archives',
    bringBackHelp: 'Il revient dans les listes, sans être publié. Le publier l’en sort aussi.',
    delete: 'Supprimer cet évènement',
    deleteHelp: 'En cas d’erreur : personne ne l’a jamais réservé et personne ne l’attend.',
    awaited:
      'Cet évènement est à venir et des personnes l’ont réservé ou l’attendent. Annulez-le d’abord, pour qu’elles soient prévenues ; ou archivez-le une fois passé.',
    booked:
      'Cet évènement a des réservations : elles font partie des comptes, il ne peut donc pas être supprimé. Archivez-le plutôt ; si des personnes doivent encore y venir, annulez-le d’abord, pour qu’elles soient prévenues.',
    queuedFor:
      'Des personnes attendent cet évènement, il ne peut donc pas être supprimé : rien ne les préviendrait. Annulez-le, ou retirez-les d’abord de sa liste d’attente.',
  },
})
