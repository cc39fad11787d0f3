import type { FastifyRequest } from 'fastify'
import { paths, visitorPaths } from '../lib/paths.ts'
import { sessionEndedTexts } from '../messages/site/session-ended.ts'
import { errorTexts } from '../messages/site/error.ts'
import { againPath } from '../http/plugins/passkey-path.ts'
import { showNarrow } from './page.ts'
import { cameFrom } from './came-from.ts'
import { nextPath, signInPath } from './next-path.ts'
import type { Asked } from '../http/route.ts'
import { ButtonLink, Submit } from './parts.tsx'

/** The most bytes that are kept: more than any form that people fill in, and little for a page. */
const mostBytes = 500_000

type Kept = readonly (readonly [name: string, value: string])[]

/**
 * Answers a form whose sender is no longer signed in, or has been for too long for what it does: the page holds what was typed, to be sent
 * again by a button once the person has signed in in another tab. The server keeps nothing of it (ADR 0201).
 */
export function showSessionEnded(asked: Asked): string {
  const { request } = asked
  const isStale = request.isUnsigned === 'stale'
  const words = sessionEndedTexts[request.language][isStale ? 'stale' : 'ended']
  const kept = keptOf(request)
  const href = isStale ? againPath(pageOfForm(request)) : signInPath(pageOfForm(request))
  const hasFiles = /^multipart\//i.test(request.headers['content-type'] ?? '')
  return showNarrow(
    asked,
    { title: words.title, lead: words.nothingSaved },
    <>
      {kept.length === 0 ? (
        <>
          <p>{words.notKept}</p>
          <ButtonLink to={href}>{words.signIn}</ButtonLink>
        </>
      ) : (
        <>
          <p>{words.kept}</p>
          <ol class="bullets">
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {hasFiles ? <p class="muted">{words.files}</p> : null}
          <a class="button" href={href} target="_blank" rel="noopener">
            {words.signInBeside}
          </a>
          {/* To the same address, whose page checks again who sends it and from where. */}
          <form method="post">
            {kept.map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <Submit look="quiet">{words.again}</Submit>
          </form>
        </>
      )}
      <p class="muted small">
        {errorTexts[request.language].requestId} <code>{request.id}</code>
      </p>
    </>,
  )
}

/** Lists what was typed, in its order; nothing of a form that has a secret in it, or is very long. */
function keptOf({ isUnsigned, body, routeOptions }: FastifyRequest): Kept {
  if (!isUnsigned || typeof body !== 'object' || body === null) return []
  const { properties = {} } = (routeOptions.schema?.body ?? {}) as {
    properties?: Record<string, { writeOnly?: boolean }>
  }
  if (Object.values(properties).some(({ writeOnly }) => writeOnly)) return []
  const fields = Object.entries(body).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
  const bytes = fields.reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0)
  return bytes > mostBytes ? [] : fields
}

/** Finds the page that the form was on, as the browser says; where that cannot be shown, the home of the administration. */
function pageOfForm(request: FastifyRequest): string {
  const { url, tenant, server } = request
  const shown = [cameFrom(request), url].find(
    (path) => nextPath(path) !== null && server.methodsOf({ url: path ?? '', tenant }).includes('GET'),
  )
  return shown ?? (url.startsWith('/account') ? visitorPaths.account : paths.admin)
}
