import { bookedTexts } from '../../messages/site/booked.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { webCalendars } from './calendar.ts'

const names = { google: 'Google', outlook: 'Outlook' } as const

type CalendarLinksProps = {
  /** The address of the file, which Apple's and most other calendars open. */
  readonly file: string
  /** The event, where a page shows several; read out, not shown. */
  readonly about?: string
}

/** Links that put an event into the person's own calendar. */
export function CalendarLinks({ file, about }: CalendarLinksProps) {
  const { addToCalendar } = useTexts(bookedTexts)
  const label = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' – ')
  return (
    <>
      <LinkTo to={file} rel="nofollow" label={label(addToCalendar, about)}>
        {addToCalendar}
      </LinkTo>
      {webCalendars.map((calendar) => (
        <>
          {' · '}
          <LinkTo to={`${file}?to=${calendar}`} rel="nofollow" label={label(addToCalendar, names[calendar], about)}>
            {names[calendar]}
          </LinkTo>
        </>
      ))}
    </>
  )
}
