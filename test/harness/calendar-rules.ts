import { parseIcsCalendar } from '@ts-ics/schema-zod'

/**
 * What a calendar holds by the rules of RFC 5545, as the uids of its events. Throws for what is required and is not there, or is of
 * another kind.
 * The validator wants an end or a duration of each event; the RFC has events with neither, which end as they begin (3.6.1).
 */
export function uidsByTheRules(text: string): readonly string[] {
  const ended = text.replaceAll(/BEGIN:VEVENT\r\n.*?END:VEVENT\r\n/gs, (event) =>
    /^(?:DTEND|DURATION)[:;]/m.test(event) ? event : event.replace('END:VEVENT', 'DURATION:PT0S\r\nEND:VEVENT'),
  )
  return (parseIcsCalendar(ended).events ?? []).map(({ uid }) => uid)
}
