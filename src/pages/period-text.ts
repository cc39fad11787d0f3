import type { MembershipPeriod } from '../features/catalog/product.ts'
import { membershipTerm } from '../features/membership/membership.ts'
import { untilText } from '../features/membership/until-text.ts'
import { withinSentence } from '../lib/format.ts'
import { membershipTexts } from '../messages/site/membership.ts'
import type { Reader } from './reader.ts'

/** How long a membership lasts that is taken now, within a sentence: "for a year", "until Tuesday 31 August 2027". */
export function periodText(period: MembershipPeriod | null, reader: Reader): string {
  const { language, timeZone, now } = reader
  const words = membershipTexts[language]
  switch (period) {
    case null:
      return words.withoutEnd
    case 'calendar_month':
    case 'civil_year':
    case 'school_year': {
      const { from, until } = membershipTerm({ period, now, liveUntil: null, timeZone })
      if (until === null) throw new Error('a period of the calendar has an end')
      const text = untilText({ validFrom: from, validUntil: until }, { ...reader, now: null })
      return words.until({ day: withinSentence(text, language) })
    }
    default:
      return words[period]
  }
}
