import { isRefusal } from '../../errors.ts'
import { type Actor, actingFromRoot } from '../account/actor.ts'
import { type AuditValues, recordChange } from '../audit/record-change.ts'
import { type AskedRequest, isAskedAgain } from '../request/asked-request.queries.ts'
import { asNewTenant, type CreateTenantDeps, makeTenant, type NewTenant, slugFor } from './create-tenant.ts'
import { findTenantById, getRootTenant } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/** The id by which a form that is sent twice is known (lib/ids.ts, `repeatableId`): the organisation is then the one there is. */
type WishedFromRoot = Omit<NewTenant, 'mailsLimited' | 'approval'> & { readonly id: string }

/**
 * Makes an organisation for a super-user, by the rules of the command line: it is approved, and mails without a limit.
 *
 * @throws AppError as makeTenant; idempotency_mismatch (something else was asked with this form)
 */
export async function createFromRoot(deps: CreateTenantDeps, actor: Actor, wished: WishedFromRoot): Promise<Tenant> {
  const { id, organisation, category } = wished
  const slug = slugFor(id, wished)
  const after = { organisation, category, slug }
  const asked: AskedRequest = { key: `organisation ${id}`, content: { ...wished, slug } }
  const tenant = await makeOnce(deps, actor, { wished: { ...wished, slug }, asked, after })
  // The two logs are of two tenants, and so two transactions: what is lost between them is noted when the form is sent again.
  const root = await deps.database.asServer(getRootTenant)
  await deps.database.asTenant(root.id, async (tx) => {
    if (await isAskedAgain(tx, asked, deps.now())) return
    await recordChange(tx, actor, deps.now(), 'organisation.created', id, { after })
  })
  return tenant
}

type Making = {
  readonly wished: WishedFromRoot & { readonly slug: string }
  readonly asked: AskedRequest
  readonly after: AuditValues
}

/** Makes it and notes it in its own log, or finds what the same form made before. */
async function makeOnce(deps: CreateTenantDeps, actor: Actor, { wished, asked, after }: Making): Promise<Tenant> {
  const { id } = wished
  try {
    return await asNewTenant(deps, id, async (tx) => {
      const made = await makeTenant(deps, tx, { ...wished, mailsLimited: false })
      await isAskedAgain(tx, asked, deps.now())
      await recordChange(tx, actingFromRoot(actor), deps.now(), 'organisation.created', null, { after })
      return made
    })
  } catch (error) {
    if (!isRefusal(error, 'slug_taken') && !isRefusal(error, 'idempotency_conflict')) throw error
    const former = await deps.database.asServer((tx) => findTenantById(tx, id))
    if (former === null) throw error
    await deps.database.asTenant(id, (tx) => isAskedAgain(tx, asked, deps.now()))
    return former
  }
}
