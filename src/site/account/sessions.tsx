import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listSessions, type OwnSession } from '../../features/account/session.queries.ts'
import { signOutElsewhere } from '../../features/account/sign-out.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { formerSession, giveSession } from '../sign-in/open-session.ts'

const mostListed = 50

const pages = pageSection({ url: visitorPaths.sessions, atLabel: true, access: { kind: 'signed_in' } })

/** The sessions of a person, and the button that ends all others (ADR 0151). */
export const registerSessions = pages.register

pages.post('', {
  handler: async ({ context, tenant, actor, request, reply }) => {
    const token = formerSession(request)
    if (actor.kind !== 'account' || token === null) throw new AppError('credentials_required')
    const session = { tenantId: tenant.id, token }
    giveSession(request, reply, await signOutElsewhere(context, actor.accountId, session))
    return reply.redirect(at(visitorPaths.account, {}, { done: 'signed-out' }), 303)
  },
})

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
  /** Whether the other sessions have just been ended. */
  readonly isDone: boolean
}

export function Sessions({ sessions, isDone }: SessionsProps) {
  const words = useTexts(accountTexts)
  return (
    <Section id="sessions" title={words.sessions}>
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
              {words.sessionSince} <When at={createdAt} withinSentence /> · {words.sessionUsed}{' '}
              <When at={lastSeenAt} withinSentence />
            </span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <ActionButton action={visitorPaths.sessions}>{words.signOutElsewhere}</ActionButton>
      ) : null}
    </Section>
  )
}
