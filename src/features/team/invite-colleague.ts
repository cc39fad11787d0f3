import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { roleTexts } from '../../messages/mail/role.ts'
import { findAccountByEmail } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import type { Role } from '../account/role.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireApproved } from '../tenant/approval.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  countInvitationMails,
  deleteInvitation,
  type Invitation,
  insertInvitation,
  lockInvitation,
  renewInvitation,
} from './invitation.queries.ts'
import { invitationLetter } from './mail-texts.ts'
import { noteColleague } from './note-colleague.ts'
import { decidesAbout } from './team.ts'
import { lockTeam } from './team.queries.ts'

/** How long an invitation is good: long enough for somebody who is away for the weekend. */
const invitationLifeMs = 7 * 86_400_000

/** The most invitations to one address by one organisation in an hour, so that nobody is flooded by inviting and withdrawing. */
const mostMails = 5
const hourMs = 3_600_000

type InviteDeps = BasicDeps<'enqueue' | 'urls'>

export type InviteOutcome =
  | { readonly kind: 'sent' }
  /** Nothing was sent or changed: the person works here already. */
  | { readonly kind: 'works_here'; readonly role: Role }
  /** Nothing was sent or changed: an invitation waits for its answer. */
  | { readonly kind: 'waits' }
  /** Nothing was sent: enough mails of this kind are in that mailbox. */
  | { readonly kind: 'enough' }

type Wished = {
  readonly email: string
  readonly role: Role
  /** False: mails to one address are not limited. */
  readonly limited: boolean
}

/**
 * Mails somebody a link with which they join the team; nothing is made for them before they accept.
 *
 * @throws AppError permission_denied, not_approved
 */
export async function inviteColleague(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  wished: Wished,
): Promise<InviteOutcome> {
  requireApproved(tenant)
  const [email, role, now] = [normalizeEmail(wished.email), wished.role, deps.now()]
  return deps.database.asTenant(tenant.id, async (tx) => {
    const team = await lockTeam(tx)
    if (!decidesAbout(actor, team, role)) throw new AppError('permission_denied')
    const account = await findAccountByEmail(serverSide(tx), email)
    const present = account && team.get(account.id)
    if (present) return { kind: 'works_here', role: present }
    if (wished.limited && (await isFlooded(tx, email, now))) return { kind: 'enough' }
    const { token, ...link } = newLink(now)
    const invitation = { id: newId(), email, role, ...link }
    if (!(await insertInvitation(tx, invitation))) return { kind: 'waits' }
    await mailLink(deps, tx, tenant, invitation, token)
    await noteColleague(tx, actor, now, { email, action: 'team.invited', subjectId: invitation.id, after: { role } })
    return { kind: 'sent' }
  })
}

/**
 * Mails a new link for another seven days; the one before works no more.
 *
 * @throws AppError not_found (accepted or withdrawn meanwhile), permission_denied
 */
export async function inviteAgain(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  which: { readonly id: string; readonly limited: boolean },
): Promise<Extract<InviteOutcome, { kind: 'sent' | 'enough' }>> {
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const { id, email, role } = await decideOn(tx, actor, which.id)
    if (which.limited && (await isFlooded(tx, email, now))) return { kind: 'enough' }
    const { token, ...link } = newLink(now)
    await renewInvitation(tx, id, link)
    await mailLink(deps, tx, tenant, { email, role, ...link }, token)
    await noteColleague(tx, actor, now, { email, action: 'team.invited_again', subjectId: id, after: { role } })
    return { kind: 'sent' }
  })
}

/** Withdraws an invitation: its link works no more. @throws AppError not_found (accepted or withdrawn meanwhile), permission_denied */
export async function withdrawInvitation(deps: BasicDeps, tenant: Tenant, actor: Actor, id: string): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const { email, role } = await decideOn(tx, actor, id)
    await deleteInvitation(tx, id)
    await noteColleague(tx, actor, deps.now(), {
      email,
      action: 'team.invitation_withdrawn',
      subjectId: id,
      before: { role },
    })
  })
}

async function decideOn(tx: TenantTx, actor: Actor, id: string): Promise<Invitation> {
  const team = await lockTeam(tx)
  const invitation = orNotFound(await lockInvitation(tx, id))
  if (!decidesAbout(actor, team, invitation.role)) throw new AppError('permission_denied')
  return invitation
}

async function isFlooded(tx: TenantTx, email: string, now: Date): Promise<boolean> {
  return (await countInvitationMails(tx, email, new Date(now.getTime() - hourMs))) >= mostMails
}

function newLink(now: Date) {
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + invitationLifeMs)
  return { token, tokenHash: sha256(token), sentAt: now, expiresAt }
}

/** Mails the link, in the language of the organisation: for somebody who never was here no other is known. */
async function mailLink(
  deps: InviteDeps,
  tx: TenantTx,
  { organisation, label, language, timeZone }: Tenant,
  { email, role, sentAt, expiresAt }: Pick<Invitation, 'email' | 'role' | 'sentAt' | 'expiresAt'>,
  token: string,
): Promise<void> {
  const until = momentText({ at: expiresAt, timeZone, language, now: sentAt })
  const letter = invitationLetter(language, {
    organisation,
    role: roleTexts[language][role],
    until: withinSentence(until, language),
    url: deps.urls.base(label) + at(visitorPaths.invitation, { token }),
  })
  await queueMail(deps, tx, { ...letter, recipient: email, usefulUntil: expiresAt })
}
