import { sql } from 'kysely'
import { AppError, fieldError } from '../../errors.ts'
import type { MediaStore } from '../../integrations/media/media-store.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { listOutboxIds } from '../mail/mail.queries.ts'
import { archiveTenant } from './archive-tenant.ts'
import { noteAtRoot } from './note-at-root.ts'
import type { Tenant } from './tenant.ts'

type DeleteDeps = BasicDeps<'notifyChange' | 'openPayments' | 'mailer' | 'enqueue'> & { readonly media: MediaStore }

/**
 * Deletes a sandbox with all that is kept of it, at once and for ever: its rows, its pictures, and its mails in the outbox. The log of
 * Root alone says that there was one. It is archived first, so that nobody answers for what is half gone; where it is interrupted, it is
 * asked for again from Root or by the command line.
 *
 * @param typed its name, typed by whoever wants it
 * @throws AppError not_a_sandbox, validation_failed (another name)
 */
export async function deleteSandbox(deps: DeleteDeps, tenant: Tenant, actor: Actor, typed: string): Promise<void> {
  if (!tenant.sandbox) throw new AppError('not_a_sandbox')
  if (asRead(typed) !== asRead(tenant.organisation)) throw fieldError('name', 'another_name')
  await archiveTenant(deps, tenant, actor, null)
  await deps.mailer.discard(await deps.database.asTenant(tenant.id, listOutboxIds))
  await deletePictures(deps.media, tenant.id, deps.now())
  while (!(await deleteSome(deps, tenant.id)));
  await deps.database.asTenant(tenant.id, async (tx) => {
    for (const topic of ['directory', 'device', 'signing_key', 'catalogue'] as const)
      await deps.notifyChange(tx, topic, topic === 'directory' ? null : tenant.id)
  })
  // A process that had not heard of it may have stored one meanwhile.
  await deletePictures(deps.media, tenant.id, deps.now())
  await noteAtRoot(deps, actor, 'organisation.deleted', tenant.id, { after: { organisation: tenant.organisation } })
}

/** Few enough to be deleted within the time of a statement, on a slow machine too. */
const rowsAtOnce = 5_000

/** Deletes some rows of it. @returns whether nothing is left */
async function deleteSome({ database }: Pick<Deps, 'database'>, tenantId: string): Promise<boolean> {
  const step = sql<{ readonly isOver: boolean }>`select delete_sandbox(${rowsAtOnce}) as "isOver"`
  const { rows } = await database.asTenant(tenantId, (tx) => step.execute(tx))
  return rows[0]?.isOver === true
}

/** As people read a name, who type what they see. */
function asRead(name: string): string {
  return name.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

async function deletePictures(media: MediaStore, tenantId: string, now: Date): Promise<void> {
  for (const name of await media.list(tenantId)) await media.remove(tenantId, name)
  await media.removeDrafts(tenantId, now)
  await media.removeEmpty(tenantId)
}
