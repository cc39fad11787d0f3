import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listUpcoming } from '../../features/event/event-page.queries.ts'
import { getTenant } from '../../features/tenant/tenant.queries.ts'
import { xmlText } from '../../lib/xml.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { type Asked, staff } from '../../http/route.ts'
import { websiteTexts } from '../../messages/office/website.ts'
import { copyScript } from '../../pages/copy-script.ts'
import { feedKinds } from '../../pages/feed-kinds.ts'
import { When } from '../../pages/format.tsx'
import { cardsPerPage } from '../../pages/pager.tsx'
import { LinkTo, Section } from '../../pages/parts.tsx'
import { Written } from '../../pages/written.tsx'
import { Copied } from '../kit/copied.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission, isFor } = settingsRooms.website

/** Registers the page that says how the programme gets into the organisation's own web site (docs/interface/embedding.md). */
export function registerWebsite(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url,
    access: staff(permission),
    read: ({ request: { tenant } }) => {
      if (!isFor(tenant)) throw new AppError('not_found')
      return readShown(context, tenant.id)
    },
    show,
  })
}

type Shown = Awaited<ReturnType<typeof readShown>>

async function readShown(context: Pick<Context, 'database' | 'urls' | 'now'>, id: string) {
  // From the database: the sites may have been named a moment ago.
  const { sites, host, timeZone } = await context.database.asServer((tx) => getTenant(tx, id))
  const next = { now: context.now(), timeZone, category: null, limit: cardsPerPage, offset: 0 }
  const events = await context.database.asTenant(id, (tx) => listUpcoming(tx, next))
  return { sites, address: context.urls.base(host), events }
}

function show(asked: Asked, { sites, address, events }: Shown): string {
  const { language, tenant } = asked.request
  const words = websiteTexts[language]
  return showSettingsPage(
    asked,
    'website',
    <>
      <Section id="embedding" title={words.code}>
        {sites.length === 0 ? (
          <p class="notice">
            {words.none} <LinkTo to={`${settingsRooms.identity.path}#sites`}>{words.name}</LinkTo>
          </p>
        ) : (
          <>
            <p class="prose">{words.allowed}</p>
            <ul class="bullets">
              {sites.map((site) => (
                <li key={site}>{site}</li>
              ))}
            </ul>
            <p>
              <LinkTo to={`${settingsRooms.identity.path}#sites`}>{words.name}</LinkTo>
            </p>
          </>
        )}
        <p class="prose">{words.paste}</p>
        <Copied
          id="programme"
          label={words.programme}
          value={codeOf(address, visitorPaths.embed, tenant.organisation)}
          rows={6}
        />
      </Section>
      {tenant.category === 'meta' ? null : (
        <Section id="events" title={words.eventsTitle}>
          {events.length === 0 ? <p class="empty">{words.noEvents}</p> : null}
          {events.map(({ id, name, slug, startsAt }) => (
            <details key={id}>
              <summary>
                <Written>{name}</Written> · <When at={startsAt} />
              </summary>
              <Copied
                id={`event-${id}`}
                label={name}
                value={codeOf(address, at(visitorPaths.embedEvent, { slug }), name)}
                rows={6}
              />
            </details>
          ))}
          {events.length === 0 ? null : <p class="prose muted">{words.more}</p>}
        </Section>
      )}
      <Section id="feeds" title={words.feeds} lead={words.feedsLead}>
        {feedKinds.map(({ name, title, path }) => (
          <Copied key={name} id={`feed-${name}`} label={title} value={address + path} />
        ))}
      </Section>
      <p>
        <LinkTo to={at(visitorPaths.docsChapter, { folder: 'interface', chapter: 'embedding' })}>
          {words.documentation}
        </LinkTo>
      </p>
    </>,
    copyScript.path,
  )
}

/** What is written into a page of the organisation's web site. */
function codeOf(address: string, path: string, label: string): string {
  return [
    `<script type="module" src="${address}${visitorPaths.embedElement}"></script>`,
    `<guichet-embed src="${address}${path}" label="${xmlText(label)}"></guichet-embed>`,
  ].join('\n')
}
