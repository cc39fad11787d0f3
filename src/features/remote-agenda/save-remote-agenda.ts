import { againIfMade, serverSide, type TenantTx, violates } from '../../db/database.ts'
import { fieldError, orNotFound, AppError } from '../../errors.ts'
import { saidOf } from '../../lib/field.ts'
import { newId } from '../../lib/ids.ts'
import { accountName } from '../../lib/web-address.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { notedAddress } from '../audit/noted-address.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { replaceRemoteEntries } from '../tenant/calendar.queries.ts'
import { requireMeta } from '../tenant/category-rules.ts'
import { isDomainNameTaken, lockTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { nobodyFollowed, unfollowAccount } from './follow-account.ts'
import { publishRemoteEvents } from './publish-remote-events.ts'
import {
  acceptWaiting,
  countRemoteAgendas,
  deleteRemoteAgenda,
  findRemoteAgenda,
  findRemoteAgendaLocked,
  getRemoteAgenda,
  insertRemoteAgenda,
  noteOtherSource,
  putRemoteAgenda,
  type RemoteAgenda,
} from './remote-agenda.queries.ts'
import { mostAgendas } from './remote-agenda.ts'
import { remoteAgendaFields, type RemoteAgendaValues } from './remote-agenda-fields.ts'

type AgendaDeps = BasicDeps<'enqueue' | 'urls'>

/** What people say of an agenda, in one order. */
export const agendaValues = (values: RemoteAgendaValues) => saidOf(remoteAgendaFields, values)

/** As the log has it: the name of an account is no secret. */
function notedAgenda({ address, ...values }: RemoteAgendaValues) {
  const noted = accountName(address) ?? notedAddress(address)
  return agendaValues({ ...values, address: noted })
}

/** An account is kept by one spelling of its name, so that it is read once. */
const spelled = (address: string) => accountName(address) ?? address

/**
 * Adds an agenda, which is read at once.
 *
 * @param id by which a form that is sent twice is known (lib/ids.ts, `repeatableId`)
 * @throws AppError category_rule (no Meta), validation_failed (the address: read already, or of this server; one agenda too many)
 */
export async function createRemoteAgenda(
  deps: AgendaDeps,
  tenant: Tenant,
  actor: Actor,
  { address: given, ...said }: RemoteAgendaValues,
  id: string = newId(),
): Promise<RemoteAgenda> {
  requireMeta(tenant)
  const values = { ...said, address: spelled(given) }
  return againIfMade('remote_agenda_pkey', () =>
    refusingSecond(() =>
      deps.database.asTenant(tenant.id, async (tx) => {
        await lockTenant(serverSide(tx), tenant.id)
        const made = await findRemoteAgenda(tx, id)
        if (made) return made
        await requireElsewhere(deps, tx, values.address)
        if ((await countRemoteAgendas(tx)) >= mostAgendas) throw fieldError('address', 'too_many_agendas')
        const now = deps.now()
        await insertRemoteAgenda(tx, { ...values, id, nextAt: now, createdAt: now })
        const after = notedAgenda(values)
        await recordChange(tx, actor, now, 'remote_agenda.created', id, { after })
        await deps.enqueue(tx, { name: 'read_agenda', tenantId: tenant.id, agendaId: id })
        return getRemoteAgenda(tx, id)
      }),
    ),
  )
}

/**
 * Changes what `values` names. One that becomes trusted has everything accepted that waits; one at another address is read at once.
 *
 * @param seen what the person who changes it saw (`versionOf` its agendaValues); absent: not compared
 * @throws AppError not_found, changed_meanwhile, validation_failed (as above)
 */
export async function updateRemoteAgenda(
  deps: AgendaDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  values: Partial<RemoteAgendaValues>,
  seen?: string,
): Promise<RemoteAgenda> {
  return refusingSecond(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const former = orNotFound(await findRemoteAgendaLocked(tx, id))
      const before = agendaValues(former)
      if (seen !== undefined && seen !== versionOf(before)) throw new AppError('changed_meanwhile')
      const after = agendaValues({ ...former, ...values, address: spelled(values.address ?? former.address) })
      const isElsewhere = after.address !== before.address
      if (isElsewhere) await requireElsewhere(deps, tx, after.address)
      if (isElsewhere) await unfollowAccount(deps, tx, former)
      const unread = {
        ...nobodyFollowed,
        askedAt: null,
        etag: null,
        lastModified: null,
        failures: 0,
        problem: null,
        nextAt: deps.now(),
      }
      await putRemoteAgenda(tx, id, { ...after, ...(isElsewhere ? unread : {}) })
      if (isElsewhere) await deps.enqueue(tx, { name: 'read_agenda', tenantId: tenant.id, agendaId: id })
      if (after.trusted && !before.trusted) await acceptWaiting(tx, id)
      if (after.name !== before.name || after.website !== before.website) await noteOtherSource(tx, id)
      const agenda = await getRemoteAgenda(tx, id)
      await publishRemoteEvents(tx, agenda)
      await recordChange(tx, actor, deps.now(), 'remote_agenda.changed', id, {
        before: notedAgenda(before),
        after: notedAgenda(after),
      })
      return agenda
    }),
  )
}

/** Removes an agenda: nothing of it is shown or kept. @throws AppError not_found */
export async function removeRemoteAgenda(deps: AgendaDeps, tenant: Tenant, actor: Actor, id: string): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const former = orNotFound(await findRemoteAgendaLocked(tx, id))
    await unfollowAccount(deps, tx, former)
    await replaceRemoteEntries(tx, id, [])
    await deleteRemoteAgenda(tx, id)
    const before = notedAgenda(former)
    await recordChange(tx, actor, deps.now(), 'remote_agenda.removed', id, { before })
  })
}

/** Reads an agenda now, besides the hours at which it is read by itself. @throws AppError not_found */
export async function askForRemoteAgenda(
  deps: Pick<Deps, 'database' | 'enqueue'>,
  tenant: Tenant,
  id: string,
): Promise<RemoteAgenda> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const agenda = await getRemoteAgenda(tx, id)
    await deps.enqueue(tx, { name: 'read_agenda', tenantId: tenant.id, agendaId: id })
    return agenda
  })
}

/** An organisation of this server joins the Meta itself; a Meta that read its own feed would copy it for ever. */
async function requireElsewhere({ urls }: Pick<Deps, 'urls'>, tx: TenantTx, address: string): Promise<void> {
  const host = accountName(address)?.split('@')[1]
  // A name that ends in a dot is the same name.
  const { hostname: named } = new URL(host === undefined ? address : `https://${host}`)
  const hostname = named.replace(/\.+$/, '')
  const isOurs = hostname === urls.domain || hostname.endsWith(`.${urls.domain}`)
  if (isOurs || (await isDomainNameTaken(serverSide(tx), hostname)))
    throw fieldError('address', 'agenda_of_this_server')
}

async function refusingSecond<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw violates(error, 'remote_agenda_address') ? fieldError('address', 'agenda_read_already') : error
  }
}
