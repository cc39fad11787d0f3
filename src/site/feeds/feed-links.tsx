import { feedsTexts } from '../../messages/site/feeds.ts'
import { feedKinds } from '../../pages/feed-kinds.ts'
import { useTexts } from '../../pages/reader.ts'

type FeedLinksProps = {
  /** The address of the organisation, without a slash. */
  readonly base: string
  /** The search whose results are followed; empty: everything. */
  readonly search: string
}

/** Leads to the feeds of what the page shows. A calendar of this machine is asked to follow by `webcal:`. */
export function FeedLinks({ base, search }: FeedLinksProps) {
  const words = useTexts(feedsTexts)
  return (
    <p class="actions small">
      <span class="muted">{words.follow}</span>
      {feedKinds.map(({ name, title, path }) => (
        <a
          key={name}
          href={name === 'ics' ? base.replace(/^https?/, 'webcal') + path + search : path + search}
          rel="nofollow"
        >
          {name === 'ics' ? words.calendar : title}
        </a>
      ))}
    </p>
  )
}
