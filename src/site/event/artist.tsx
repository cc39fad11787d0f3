import type { ToldArtist } from '../../features/event/event-page.queries.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { AtLength, InShort } from '../../pages/booking/told.tsx'
import { Time } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Names an artist of an event, with when they begin and what is told of them. */
export function Artist({ name, startsAt, shortDescription, longDescription, website }: ToldArtist) {
  const words = useTexts(eventTexts)
  return (
    <>
      {name}
      {startsAt === null ? null : (
        <span class="muted numbers">
          {' '}
          <Time at={startsAt} />
        </span>
      )}
      <InShort texts={[shortDescription]} />
      <AtLength name={name} texts={[longDescription]} />
      {isWebAddress(website) ? (
        <a class="go small" href={website} rel="noopener" aria-label={words.websiteOf({ artist: name })}>
          {words.website}
        </a>
      ) : null}
    </>
  )
}
