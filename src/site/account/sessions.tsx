import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listSessions, type OwnSession } from '../../features/account/session.queries.ts'
import { signOutElsewhere } from '../../features/account/sign-out.ts'
import type { Language } from '../../lib/language.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { formerSession, giveSession } from '../sign-in/open-session.ts'

const mostListed = 50

/** Where a person is signed in, and the end of it everywhere else (ADR 0151). */
export function registerSessions(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/account/sessions/',
    atLabel: true,
    access: { kind: 'signed_in' },
    forms: true,
    handler: async ({ tenant, actor, request, reply }) => {
      const token = formerSession(request)
      if (actor.kind !== 'account' || token === null) throw new AppError('credentials_required')
      const session = { tenantId: tenant.id, token }
      giveSession(request, reply, await signOutElsewhere(context, actor.accountId, session))
      return reply.redirect('/account/?done=signed-out', 303)
    },
  })
}

export function readSessions(
  context: Pick<Context, 'database' | 'now'>,
  request: FastifyRequest,
  accountId: string,
): Promise<readonly OwnSession[]> {
  const asked = { accountId, token: formerSession(request), now: context.now() }
  return context.database.asServer((tx) => listSessions(tx, asked))
}

type SessionsProps = {
  readonly sessions: readonly OwnSession[]
  /** The others have just been ended. */
  readonly isDone: boolean
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

export function Sessions({ sessions, isDone, ...when }: SessionsProps) {
  const words = accountTexts[when.language]
  return (
    <section class="stack" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <Done>{isDone ? words.signedOutElsewhere : null}</Done>
      <p class="prose">{words.sessionsLead}</p>
      <ul class="rows">
        {sessions.slice(0, mostListed).map(({ organisation, device, createdAt, lastSeenAt, isThis }) => (
          <li key={createdAt.getTime()}>
            <span class="name">
              <strong>{device ?? words.unknownDevice}</strong>
              {isThis ? ` (${words.thisSession})` : null} · {organisation ?? 'Guichet'}
            </span>
            <span class="state">
              {words.sessionSince} <When at={createdAt} {...when} withinSentence /> · {words.sessionUsed}{' '}
              <When at={lastSeenAt} {...when} withinSentence />
            </span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <form method="post" action="/account/sessions/">
          <button class="button quiet" type="submit">
            {words.signOutElsewhere}
          </button>
        </form>
      ) : null}
    </section>
  )
}
