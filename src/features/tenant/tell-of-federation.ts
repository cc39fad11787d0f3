import { serverSide } from '../../db/database.ts'
import { paths } from '../../lib/paths.ts'
import { federationTexts } from '../../messages/mail/federation.ts'
import { listOwners } from '../account/account.queries.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { defineLetter, type WrittenMail } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { FederationMove, MetaMove } from './federation.ts'
import { type FederationPlace, markTold } from './federation.queries.ts'
import { noteOtherSide } from './note-federation-move.ts'
import { findTenantById } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

type Told = FederationPlace & { readonly tenantId: string; readonly move: FederationMove }

/**
 * Notes what one side of a federation did in the log of the other (`tenantId`), and mails its owners: those of a Meta when somebody asks, once a
 * week at most of each, and those of an organisation when they were answered or removed.
 */
export async function tellOfFederation(
  deps: BasicDeps<'enqueue' | 'urls'>,
  { tenantId, move, ...place }: Told,
): Promise<void> {
  const [meta, member] = await deps.database.asServer(async (tx) => [
    await findTenantById(tx, place.metaId),
    await findTenantById(tx, place.memberId),
  ])
  if (!meta || !member) return
  const names = { calendar: meta.organisation, organisation: member.organisation }
  await deps.database.asTenant(tenantId, async (tx) => {
    await noteOtherSide(deps, tx, { move, place, names })
    if (move === 'withdrawn' || move === 'left') return
    if (move === 'asked' && !(await markTold(serverSide(tx), place, deps.now()))) return
    const mail = letterOf(deps, move, meta, member)
    for (const recipient of await listOwners(tx)) await queueMail(deps, tx, { ...mail, recipient })
  })
}

function letterOf({ urls }: Pick<Deps, 'urls'>, move: MetaMove | 'asked', meta: Tenant, member: Tenant): WrittenMail {
  const names = { calendar: meta.organisation, organisation: member.organisation }
  if (move !== 'asked')
    return answeredLetter(member.language, { ...names, move, url: urls.base(member.label) + paths.sharedCalendars })
  const url = urls.base(meta.label) + paths.federation
  return askedLetter(meta.language, { ...names, address: urls.base(member.host), url })
}

type Names = { readonly calendar: string; readonly organisation: string; readonly url: string }

const askedLetter = defineLetter(
  'calendar_asked',
  federationTexts,
  ({ asked: said }, asked: Names & { readonly address: string }) => ({
    subject: said.subject(asked),
    title: said.title(asked),
    paragraphs: [said.text(asked)],
    facts: [[said.address, asked.address]],
    action: { label: said.action, url: asked.url },
    notes: [said.note],
  }),
)

const answeredLetter = defineLetter(
  'calendar_answered',
  federationTexts,
  ({ answered: said }, answered: Names & { readonly move: MetaMove }) => ({
    subject: said.title(answered),
    title: said.title(answered),
    paragraphs: [said.text(answered)],
    action: { label: said.action, url: answered.url },
  }),
)
