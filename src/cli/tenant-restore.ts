import { theServer } from '../features/account/actor.ts'
import { actFromRoot } from '../features/tenant/note-at-root.ts'
import { unarchiveTenant } from '../features/tenant/unarchive-tenant.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation that was archived',
  async run(context, tenant) {
    const { id, slug, organisation } = tenant
    const noted = { tenant, action: 'organisation.unarchived' } as const
    const restore = (actor: typeof theServer) => unarchiveTenant(context, tenant, actor)
    const isNew = await actFromRoot(context, theServer, noted, restore, (isRestored) => isRestored)
    return {
      json: { uuid: id, slug, archived: false, already: !isNew },
      text: isNew
        ? `${organisation} is back: its addresses work again, with its events, bookings, team and devices as they were. Its owners are not told.`
        : `${organisation} is not archived: nothing was changed.`,
    }
  },
})
