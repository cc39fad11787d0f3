import { type ServerTx, serverSide } from '../../db/database.ts'
import type { Language } from '../../lib/language.ts'
import { listPrivileged } from '../account/account.queries.ts'
import type { EnqueueDeps } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findRootTenant } from './tenant.queries.ts'

/**
 * Mails every super-user; the mails are Root's, in its language.
 *
 * @param write called in the transaction of the mails; null: there is nothing to tell
 */
export async function tellSuperUsers(
  deps: EnqueueDeps,
  write: (language: Language, tx: ServerTx) => WrittenMail | Promise<WrittenMail | null>,
): Promise<void> {
  const { root, people } = await deps.database.asServer(async (tx) => ({
    root: await findRootTenant(tx),
    people: await listPrivileged(tx),
  }))
  if (root === null) return
  await deps.database.asTenant(root.id, async (tx) => {
    const mail = await write(root.language, serverSide(tx))
    if (mail === null) return
    for (const { email, isSuperUser } of people)
      if (isSuperUser) await queueMail(deps, tx, { ...mail, recipient: email })
  })
}
