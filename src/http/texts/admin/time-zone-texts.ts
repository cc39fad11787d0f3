import { localized } from '../localized.ts'

type TimeZoneTexts = {
  readonly title: string
  readonly lead: (events: number) => string
  /** @param tickets those of coming events that people have, one or more */
  readonly sold: (tickets: number) => string
  readonly columns: { readonly event: string; readonly hours: string; readonly moments: string }
  readonly more: (events: number) => string
  readonly question: string
  readonly hours: string
  readonly moments: string
  readonly choose: string
}

/** What a new time zone does to what is planned. */
export const timeZoneTexts = localized<TimeZoneTexts>({
  en: {
    title: 'What happens to the times of coming events?',
    lead: (events) =>
      events === 1
        ? 'One event is to come. Nothing is saved yet: first say which of its times holds in the new time zone.'
        : `${events} events are to come. Nothing is saved yet: first say which of their times hold in the new time zone.`,
    sold: (tickets) =>
      `${tickets === 1 ? 'One ticket is' : `${tickets} tickets are`} with people already, with the hour as it is written now. If hours change, tell them.`,
    columns: { event: 'Event', hours: 'Hour kept', moments: 'Moment kept' },
    more: (events) => `and ${events} more`,
    question: 'Coming events',
    hours:
      'keep the hour as it is written: 20:00 stays 20:00. When sales open and end, and until when devices scan, moves along.',
    moments: 'keep the moment: it is written with the clocks of the new time zone.',
    choose: 'Say what happens to the times of coming events.',
  },
  fr: {
    title: 'Que deviennent les heures des évènements à venir ?',
    lead: (events) =>
      events === 1
        ? 'Un évènement est à venir. Rien n’est encore enregistré : indiquez d’abord laquelle de ses heures vaut dans le nouveau fuseau.'
        : `${events} évènements sont à venir. Rien n’est encore enregistré : indiquez d’abord lesquelles de leurs heures valent dans le nouveau fuseau.`,
    sold: (tickets) =>
      `${tickets === 1 ? 'Un billet est déjà remis' : `${tickets} billets sont déjà remis`}, avec l’heure telle qu’elle est écrite aujourd’hui. Si les heures changent, prévenez leurs porteurs.`,
    columns: { event: 'Évènement', hours: 'Heure gardée', moments: 'Instant gardé' },
    more: (events) => `et ${events} de plus`,
    question: 'Les évènements à venir',
    hours:
      'gardent l’heure écrite : 20:00 reste 20:00. Le début et la fin des ventes, et la fin des appareils de contrôle, suivent.',
    moments: 'gardent l’instant : il s’écrit à l’heure du nouveau fuseau.',
    choose: 'Indiquez ce que deviennent les heures des évènements à venir.',
  },
})
