import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Actor } from '../features/account/actor.ts'
import { hasStaffPermission } from '../features/tenant/has-staff-permission.ts'
import { categoryRules, type Tenant } from '../features/tenant/tenant.ts'
import { shareSize, variationsOf } from '../integrations/media/image-variations.ts'
import { localeOf } from '../lib/format.ts'
import type { Language } from '../lib/language.ts'
import { organisationName } from '../http/organisation-name.ts'
import type { Preview } from '../http/plugins/previews.ts'
import { paths, visitorPaths } from '../lib/paths.ts'
import { sandboxTexts } from '../messages/interface/sandbox.ts'
import { formTexts } from '../messages/site/form.ts'
import { layoutTexts } from '../messages/site/layout.ts'
import { feedKinds } from './feed-kinds.ts'
import { afterPicture, afterPictureScript } from './after-picture-script.ts'
import { formParts, formScript } from './form/form-script.ts'
import { heightScript } from './height-script.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { signInPath } from './next-path.ts'
import { officeStylesheet } from './office-stylesheet.ts'
import type { ShareImage } from './poster-image.tsx'
import { stylesheetPath, usualStyle } from './stylesheet.ts'
import { nobody, type Reader, ReaderContext } from './reader.ts'

/** What surrounds the content of every page. */
export type PageFrame = {
  /** The organisation; undefined where none answers at the host. */
  readonly tenant: Tenant | undefined
  readonly language: Language
  /** The languages it can be read in; empty where nobody may choose. */
  readonly choice: readonly Language[]
  readonly actor: Actor | undefined
  /** Whether mails to visitors leave from here. */
  readonly reachesVisitors: boolean
  /** Whether it is a page of staff, which bears the colour of the organisation alone. */
  readonly isForStaff: boolean
  /** Whether it may have tables, charts and what else only pages of staff and the documentation are made of. */
  readonly hasTables: boolean
  /** The title, without the name of the organisation, which is added. */
  readonly title: string
  /** The description for search engines and link previews. */
  readonly description?: string | null
  /** The address shown to search engines; a page without one is kept out of them. */
  readonly canonicalUrl?: string
  /** The path that somebody who signs in here comes back to; null: they are sent to where they have something to do. */
  readonly comesBackTo?: string | null
  /** The path of the form that reports a fault of the page to the people who run the server; null: the page is theirs, or for staff. */
  readonly reportPath: string | null
  /** The search of which the page shows the results, such as `?town=Nantes`: its feeds tell the same. Absent: it has no feeds. */
  readonly feeds?: string
  /** The theme that is looked at before it is saved; null: it is shown as it is. */
  readonly preview: Preview | null
  /** The picture for link previews, in the size in which they show it. */
  readonly shareImage?: ShareImage | undefined
  /** The paths of scripts that make the page more convenient; it is complete without. */
  readonly scriptPath?: string | readonly string[] | undefined
  /** Whether the page begins with the picture of an event, for which its scripts wait. */
  readonly isPictured?: boolean
  /**
   * What its forms do in a browser before they are sent: say beside a field what is wrong, and (`kept`) ask before something typed is lost.
   * Absent: nothing.
   */
  readonly forms?: 'checked' | 'kept'
  /** Navigation through several pages, beside the content and before it. */
  readonly aside?: ComponentChildren
  /** Whether it is shown within a page of another site: without the way around, and what is pressed opens the whole window. */
  readonly isEmbedded?: boolean
  /** The data that programs read from the page (JSON-LD). */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Renders the whole document. Everything in `content` is escaped by default; only `LinkedData` sets raw text, and escapes it itself. */
export function renderPage(frame: PageFrame, content: ComponentChildren): string {
  return `<!doctype html>${render(
    <ReaderContext.Provider value={readerOf(frame)}>
      <Document frame={frame}>{content}</Document>
    </ReaderContext.Provider>,
  )}`
}

function readerOf({ tenant, language, reachesVisitors }: PageFrame): Reader {
  const { timeZone, currency } = tenant ?? nobody
  return { language, organisation: tenant?.language ?? language, timeZone, currency, now: new Date(), reachesVisitors }
}

function Document({ frame, children }: { frame: PageFrame; children?: ComponentChildren }) {
  const { tenant, language, title } = frame
  const name = organisationName(tenant)
  const accentColor = tenant?.accentColor ?? usualStyle.accentColor
  const style = tenant === undefined || frame.isForStaff ? { ...usualStyle, accentColor } : tenant
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {frame.isEmbedded ? <base target="_top" /> : null}
        <title>{title === name ? name : `${title} · ${name}`}</title>
        {frame.description ? <meta name="description" content={frame.description} /> : null}
        {frame.canonicalUrl === undefined || tenant?.sandbox ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={frame.canonicalUrl} />
        )}
        <LinkPreview frame={frame} name={name} />
        {frame.feeds === undefined
          ? null
          : feedKinds.map(({ type, title, path }) => (
              <link key={type} rel="alternate" type={type} title={title} href={path + frame.feeds} />
            ))}
        <link rel="icon" href={icon(accentColor)} />
        <link rel="stylesheet" href={stylesheetPath(style)} />
        {frame.hasTables ? <link rel="stylesheet" href={officeStylesheet.path} /> : null}
        {frame.isEmbedded ? <script type="module" src={heightScript.path} /> : null}
        {frame.isPictured ? (
          <>
            <script type="module" src={afterPictureScript.path} />
            <template {...{ [afterPicture]: '' }}>
              <Scripts frame={frame} />
            </template>
          </>
        ) : (
          <Scripts frame={frame} />
        )}
      </head>
      {frame.isEmbedded ? (
        <body class="embedded">
          <main id="content" class="wrap">
            <SandboxMark frame={frame} />
            {children}
          </main>
        </body>
      ) : (
        <Page frame={frame} name={name}>
          {children}
        </Page>
      )}
    </html>
  )
}

/** The scripts that make a page more convenient; it is complete without. */
function Scripts({ frame }: { frame: PageFrame }) {
  return (
    <>
      {[frame.scriptPath ?? []].flat().map((path) => (
        <script key={path} type="module" src={path} />
      ))}
      {frame.forms === undefined ? null : (
        <script
          type="module"
          src={formScript.path}
          {...{ [formParts.words]: JSON.stringify(formTexts[frame.language]) }}
          {...(frame.forms === 'kept' ? { [formParts.kept]: '' } : {})}
        />
      )}
    </>
  )
}

function Page({ frame, name, children }: { frame: PageFrame; name: string; children?: ComponentChildren }) {
  const { tenant, language } = frame
  return (
    <body>
      <Header frame={frame} name={name} />
      {frame.aside === undefined ? (
        <main id="content" class="wrap">
          {children}
        </main>
      ) : (
        <div class="wrap desk">
          <nav class="way" aria-label={layoutTexts[language].administration}>
            {frame.aside}
          </nav>
          <main id="content">{children}</main>
        </div>
      )}
      <footer class="foot">
        <div class="wrap">
          <span>{name}</span>
          {tenant === undefined || !categoryRules[tenant.category].sells || frame.isForStaff ? null : (
            <a href={frame.actor?.kind === 'account' ? visitorPaths.account : signInPath(visitorPaths.account)}>
              {layoutTexts[language].findTickets}
            </a>
          )}
          {tenant ? <a href={visitorPaths.legal}>{layoutTexts[language].legal}</a> : null}
          {tenant ? <a href={visitorPaths.docs}>{layoutTexts[language].apiDocumentation}</a> : null}
          {frame.reportPath === null ? null : (
            <a href={frame.reportPath} rel="nofollow">
              {layoutTexts[language].reportPage}
            </a>
          )}
          <LanguageSwitch choice={frame.choice} language={language} />
        </div>
      </footer>
    </body>
  )
}

/** The Open Graph tags, for people who share the address; only of pages that search engines may have, and none are of a sandbox. */
function LinkPreview({ frame, name }: { frame: PageFrame; name: string }) {
  const { canonicalUrl, title, description, shareImage, language, data } = frame
  if (canonicalUrl === undefined || frame.tenant?.sandbox) return null
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:site_name': name,
    'og:url': canonicalUrl,
    'og:locale': localeOf(language).replace('-', '_'),
    ...(description ? { 'og:description': description } : {}),
    ...(shareImage === undefined
      ? {}
      : {
          'og:image': shareImage.url,
          'og:image:type': shareImage.type,
          'og:image:width': String(shareSize.width),
          'og:image:height': String(shareSize.height),
          'og:image:alt': title,
        }),
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {shareImage === undefined ? null : <meta name="twitter:card" content="summary_large_image" />}
      {data === undefined ? null : <LinkedData data={data} />}
    </>
  )
}

/** A block of data, which runs nothing; without `<` nothing in it can end the element. */
function LinkedData({ data }: { data: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

/** Says above every page of a sandbox that nothing of it is real (ADR 0272). */
function SandboxMark({ frame: { tenant, language } }: { frame: PageFrame }) {
  return tenant?.sandbox ? <p class="marked">{sandboxTexts[language].mark}</p> : null
}

/** Says above a page that its look is not saved, and leads to the others that are worth a look. */
function PreviewMark({ frame: { preview, language } }: { readonly frame: PageFrame }) {
  if (preview === null) return null
  const words = layoutTexts[language].preview
  return (
    <p class="marked">
      {words.mark}{' '}
      <span>
        <a href={preview.programmePath}>{words.programme}</a>
        {preview.eventPath === null ? null : <a href={preview.eventPath}>{words.event}</a>}
      </span>
    </p>
  )
}

function Header({ frame, name }: { frame: PageFrame; name: string }) {
  const words = layoutTexts[frame.language]
  const logoKey = frame.tenant?.logoKey ?? null
  return (
    <>
      <a class="skip" href="#content">
        {words.skipToContent}
      </a>
      <header class="head">
        <SandboxMark frame={frame} />
        <PreviewMark frame={frame} />
        <div class="wrap">
          <a class="brand" href={visitorPaths.home}>
            {logoKey === null ? null : <img src={`/${variationsOf(logoKey).thumbnail}`} alt="" />}
            <span>{name}</span>
          </a>
          {frame.tenant ? (
            <nav aria-label={words.account}>
              {frame.actor?.kind === 'account' ? (
                <>
                  {hasStaffPermission(frame.actor, frame.tenant, 'overview') ? (
                    <a href={paths.admin}>{words.administration}</a>
                  ) : null}
                  <a href={visitorPaths.account}>{words.account}</a>
                </>
              ) : (
                <a href={signInPath(frame.comesBackTo)}>{words.signIn}</a>
              )}
            </nav>
          ) : null}
        </div>
      </header>
    </>
  )
}

/** A torn ticket; inline, so that no browser asks for a file that is not there. */
function icon(color: string): string {
  const shape = 'M1 3h14v3.2a2 2 0 0 0 0 3.6V13H1V9.8a2 2 0 0 0 0-3.6z'
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${color}" d="${shape}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(image)}`
}
