import type { BasicDeps, Deps } from '../deps.ts'
import { deleteObjection, insertObjection, listObjectors } from './objection.queries.ts'
import { readObjectionToken } from './objection-link.ts'

/** Whether the person who has a link to object does object. */
export type Objection = { readonly email: string; readonly objects: boolean }

type Asked = { readonly tenantId: string; readonly token: string }

/** @throws AppError not_found */
export async function openObjection(
  deps: Pick<Deps, 'database' | 'secrets'>,
  { tenantId, token }: Asked,
): Promise<Objection> {
  const email = readObjectionToken(deps, tenantId, token)
  const objectors = await deps.database.asTenant(tenantId, (tx) => listObjectors(tx, [email]))
  return { email, objects: objectors.has(email) }
}

/**
 * Objects to messages of an organisation, or withdraws that (ADR 0236). A repeat changes nothing.
 *
 * @throws AppError not_found
 */
export async function changeObjection(
  deps: BasicDeps<'secrets'>,
  { tenantId, token, objects }: Asked & { readonly objects: boolean },
): Promise<Objection> {
  const email = readObjectionToken(deps, tenantId, token)
  await deps.database.asTenant(tenantId, async (tx) => {
    if (objects) await insertObjection(tx, email, deps.now())
    else await deleteObjection(tx, email)
  })
  return { email, objects }
}
