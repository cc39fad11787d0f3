import { line, type ValuesOf, webAddress, yesNo } from '../../lib/field.ts'

/** What the people of a Meta say of a calendar elsewhere (docs/interface/events.md, "Remote agendas"). */
export const remoteAgendaFields = {
  name: line({ wire: 'name', most: 200, required: true, example: 'Le Rex' }),
  /** Where the calendar is, or the name of the account that it is. */
  address: webAddress({ wire: 'address', accounts: true, required: true, example: 'https://lerex.example/agenda.ics' }),
  /** Where an event leads that has no page of its own. */
  website: webAddress({ wire: 'site_web', form: 'website', required: true, example: 'https://lerex.example/' }),
  /** Where its events are found by somebody who searches for a town. */
  city: line({ wire: 'city', most: 100, example: 'Toulouse' }),
  trusted: yesNo({ wire: 'trusted', usual: false }),
}

export type RemoteAgendaValues = ValuesOf<typeof remoteAgendaFields>
