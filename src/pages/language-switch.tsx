import type { FastifyRequest } from 'fastify'
import { languageName } from '../lib/format.ts'
import type { Language } from '../lib/language.ts'
import { withoutTracking } from '../http/without-tracking.ts'
import { layoutTexts } from '../messages/site/layout.ts'
import { ownPath } from './own-path.ts'

export const languagePath = '/language/'

type SwitchProps = {
  readonly offered: readonly Language[]
  readonly language: Language
  /** The page that is shown again. */
  readonly path: string
}

/** The languages of the organisation, each named in itself: a form, since a link that is followed ahead of somebody would change it. */
export function LanguageSwitch({ offered, language, path }: SwitchProps) {
  if (offered.length < 2) return null
  return (
    <form method="post" action={languagePath} aria-label={layoutTexts[language].languages}>
      <input type="hidden" name="next" value={path} />
      {offered.toSorted().map((one) =>
        one === language ? (
          <span key={one} lang={one} aria-current="true">
            {languageName(one, one)}
          </span>
        ) : (
          <button key={one} type="submit" name="language" value={one} lang={one}>
            {languageName(one, one)}
          </button>
        ),
      )}
    </form>
  )
}

/** Where the page can be read again; what answered a form is, if at all, where the form stands. */
export function pathAgain(request: FastifyRequest): string {
  const { method, url, server } = request
  const isThere = method === 'GET' || method === 'HEAD' || server.methodsOf(request).includes('GET')
  const path = isThere ? ownPath(withoutTracking(url)) : null
  return path === null ? '/' : path.pathname + path.search
}
