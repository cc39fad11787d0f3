import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { findFirstMeta } from '../../../features/tenant/tenant.queries.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { TextQuery } from '../../wire/schemas.ts'
import { page, showPage } from '../page.ts'

/**
 * Interface, "What the service does", 7: the creation form, the target of a redirect from every host; a Meta answers
 * itself, since what is made there joins its federation (ADR 0066). The form is still to come; until then the page says
 * how an organisation is made, with what the query gave filled in.
 */
export function registerTenantNew(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/tenant/new/',
    summary: 'Create an organisation',
    query: Type.Object({ name: Type.Optional(TextQuery), email: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, query, request, reply }) => {
      if (tenant.category !== 'meta') {
        const meta = await context.database.asServer(findFirstMeta)
        if (!meta) throw new Error('the server is not installed')
        const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
        return reply.redirect(`${context.urls.base(meta.host)}/tenant/new/${query}`, 302)
      }
      const words = pageTexts[language].tenantNew
      return showPage(
        { request, reply },
        { title: words.title },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          <Given name={query.name} email={query.email} language={language} />
          <h2>{words.byOperator}</h2>
          <p>{words.byOperatorText}</p>
          <pre>
            <code>{command(query)}</code>
          </pre>
          <h2>{words.byApi}</h2>
          <p>{words.byApiText}</p>
          <pre>
            <code>{`POST ${context.urls.base(tenant.host)}/api/place/`}</code>
          </pre>
          <p>
            <a href="/api/docs/">{pageTexts[language].layout.apiDocumentation}</a>
          </p>
        </div>,
      )
    },
  })
}

type Wished = { readonly name?: string | undefined; readonly email?: string | undefined }

function Given({ name, email, language }: Wished & { language: 'en' | 'fr' }) {
  const words = pageTexts[language].tenantNew
  const given = [
    [words.name, name],
    [words.email, email],
  ].filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return null
  return (
    <dl class="facts">
      {given.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** For a shell: whatever a stranger put into the query stays one quoted word. */
function command({ name, email }: Wished): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    'npx guichet tenant create',
    `--organisation ${quoted(name || 'Le Bikini')}`,
    '--category S',
    `--email ${quoted(email || 'ada@example.org')}`,
  ].join(' \\\n  ')
}
