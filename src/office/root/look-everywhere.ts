import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { countLatelyFailed } from '../../features/mail/mail.queries.ts'
import { listActiveTenants } from '../../features/tenant/tenant.queries.ts'
import { type ExaminedKeys, examineWalletsEverywhere } from '../../features/wallet/examine-wallet-keys.ts'
import { logFault } from '../../http/error-handler.ts'

/** What was found at all organisations together, without archived ones and sandboxes. */
type LookedAt = {
  /** Keys that end soon or cannot be used. */
  readonly wallets: readonly ExaminedKeys[]
  /** Mails of the last seven days that were given up. */
  readonly unsent: number
}

/** `asOf`: when it was found, where that is long ago or the latest look failed; `under_way`, `failed`: nothing was found yet. */
type Everywhere = { readonly found: LookedAt; readonly asOf: Date | null } | 'under_way' | 'failed'

/** So many are looked at while somebody waits, in about a tenth of a second. */
const mostAtOnce = 100
const keptMs = 600_000
const againMs = 60_000
const mailsMs = 7 * 86_400_000

/**
 * Makes what looks at every organisation in its own scope. Of many, which takes seconds, it tells what it found within the last ten
 * minutes and looks meanwhile, one look at a time; after one that failed the next begins a minute later.
 */
export function createLookEverywhere(
  app: FastifyInstance,
  context: Context,
): (organisations: number) => Promise<Everywhere> {
  let known: { readonly found: LookedAt; readonly at: Date } | null = null
  let hasFailed = false
  let isLooking = false
  let isDueAt = 0

  async function lookMeanwhile(): Promise<void> {
    const at = context.now()
    if (isLooking || at.getTime() < isDueAt) return
    isLooking = true
    try {
      known = { found: await look(context), at }
      hasFailed = false
    } catch (error) {
      hasFailed = true
      logFault(app, error, 'the look at all organisations failed')
    }
    isDueAt = context.now().getTime() + (hasFailed ? againMs : keptMs)
    isLooking = false
  }

  return async (organisations) => {
    if (organisations <= mostAtOnce) return { found: await look(context), asOf: null }
    void lookMeanwhile()
    if (known === null) return hasFailed ? 'failed' : 'under_way'
    const isOld = context.now().getTime() - known.at.getTime() > 2 * keptMs
    return { found: known.found, asOf: hasFailed || isOld ? known.at : null }
  }
}

async function look(context: Context): Promise<LookedAt> {
  const examined = await examineWalletsEverywhere(context)
  const wallets = examined.filter(({ tenant, found }) => !tenant.sandbox && found.kind !== 'works')
  const since = new Date(context.now().getTime() - mailsMs)
  let unsent = 0
  for (const { id, sandbox } of await context.database.asServer(listActiveTenants))
    if (!sandbox) unsent += await context.database.asTenant(id, (tx) => countLatelyFailed(tx, since))
  return { wallets, unsent }
}
