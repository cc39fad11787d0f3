import type { Context } from '../../context.ts'
import { countLatelyFailed } from '../../features/mail/mail.queries.ts'
import { listTenantIds } from '../../features/tenant/tenant.queries.ts'
import { type ExaminedKeys, examineWalletsEverywhere } from '../../features/wallet/examine-wallet-keys.ts'

/** What is known of all organisations together. */
export type LookedAt = {
  /** Keys that end soon or cannot be used. */
  readonly wallets: readonly ExaminedKeys[]
  /** Mails that were given up within 30 days. */
  readonly unsent: number
}

/** So many are looked at while somebody waits, in about a tenth of a second. */
const mostAtOnce = 100
const keptMs = 600_000
const mailsMs = 30 * 86_400_000

/**
 * Makes what looks at every organisation in its own scope. Of many, which takes seconds, it tells what it found within the last ten
 * minutes and looks meanwhile; null: nothing was found yet.
 */
export function createLookEverywhere(context: Context): (organisations: number) => Promise<LookedAt | null> {
  let known: LookedAt | null = null
  let isDueAt = 0

  function lookMeanwhile(): void {
    const now = context.now().getTime()
    if (now < isDueAt) return
    isDueAt = now + keptMs
    look(context).then(
      (found) => {
        known = found
      },
      // The database is away, which other checks say; the next one who asks begins again.
      () => {
        isDueAt = 0
      },
    )
  }

  return async (organisations) => {
    if (organisations <= mostAtOnce) return look(context)
    lookMeanwhile()
    return known
  }
}

async function look(context: Context): Promise<LookedAt> {
  const wallets = (await examineWalletsEverywhere(context)).filter(({ found }) => found.kind !== 'works')
  const since = new Date(context.now().getTime() - mailsMs)
  let unsent = 0
  for (const id of await context.database.asServer(listTenantIds))
    unsent += await context.database.asTenant(id, (tx) => countLatelyFailed(tx, since))
  return { wallets, unsent }
}
