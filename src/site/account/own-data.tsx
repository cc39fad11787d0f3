import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Actor } from '../../features/account/actor.ts'
import { erasePerson } from '../../features/person/erase-person.ts'
import { exportPerson } from '../../features/person/export-person.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { sessionCookieName, sessionCookieOptions } from '../../http/plugins/session-cookie.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { page, showPage } from '../../pages/page.ts'

/** A person's own data, to export and to have erased: of other organisations too, so not where one runs the host. */
export function registerOwnData(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/account/data.json',
    access: { kind: 'signed_in' },
    atLabel: true,
    asksAgain: true,
    linkedOn: '/account/',
    handler: async ({ tenant, actor, reply }) => {
      const kept = await exportPerson(context, tenant, emailOf(actor))
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
        'cache-control': 'no-store',
      })
      return JSON.stringify(kept, null, 2)
    },
  })

  page(app, {
    method: 'GET',
    url: '/account/erasure/',
    access: { kind: 'signed_in' },
    atLabel: true,
    asksAgain: true,
    handler: ({ tenant, actor, language, request, reply }) => {
      const words = accountTexts[language].ownData
      const title = tenant.firstMeta ? words.eraseEverywhere : words.eraseAt({ organisation: organisationName(tenant) })
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{words.eraseLead({ email: emailOf(actor) })}</p>
          <ul class="bullets">
            {words.consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <form method="post">
            <button class="button danger" type="submit">
              {words.eraseButton}
            </button>
          </form>
          <p>
            <a href="/account/">{words.keep}</a>
          </p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: '/account/erasure/',
    access: { kind: 'signed_in' },
    atLabel: true,
    asksAgain: true,
    forms: true,
    handler: async ({ tenant, actor, language, request, reply }) => {
      const { accountGone } = await erasePerson(context, tenant, emailOf(actor))
      reply.clearCookie(sessionCookieName(request.base), sessionCookieOptions(request.base, 0))
      request.actor = { kind: 'anonymous' }
      const words = accountTexts[language].ownData
      return showPage(
        { request, reply },
        { title: words.erasedTitle },
        <div class="stack narrow">
          <h1>{words.erasedTitle}</h1>
          <p class="lead">{accountGone ? words.erasedWithAccount : words.erased}</p>
        </div>,
      )
    },
  })
}

/** In the account: what a person may do about the data that is kept. */
export function OwnData({ language }: { language: Language }) {
  const words = accountTexts[language].ownData
  return (
    <section class="stack" aria-labelledby="own-data">
      <h2 id="own-data">{words.title}</h2>
      <p>
        <a href="/account/data.json">{words.export}</a>
        <br />
        <a href="/account/erasure/">{words.erase}</a>
      </p>
    </section>
  )
}

function emailOf(actor: Actor): string {
  if (actor.kind !== 'account') throw new Error('the gate lets only signed-in people through')
  return actor.email
}
