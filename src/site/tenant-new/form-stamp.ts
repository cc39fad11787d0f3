import type { Context } from '../../context.ts'
import { equalBytes } from '../../lib/hash.ts'

const purpose = 'creation form'
/** The least time that a form takes, in milliseconds: nobody reads five questions and answers them in less. */
const leastMs = 3_000
const mostMs = 86_400_000

type StampContext = Pick<Context, 'secrets' | 'now' | 'config'>

/** Makes the value of a field that says when a form was shown, which only this server can make. */
export function stampForm({ secrets, now }: Pick<StampContext, 'secrets' | 'now'>): string {
  const at = String(now().getTime())
  return `${at}.${secrets.mac(purpose, at).toString('base64url')}`
}

/** Says how long a form was open by its stamp; `too_long` also for what is no stamp. RATE_LIMIT=off lifts it like every limit. */
export function timeSpent({ secrets, now, config }: StampContext, stamp: string): 'too_quick' | 'fine' | 'too_long' {
  if (!config.rateLimit) return 'fine'
  const [at = '', mac = ''] = stamp.split('.')
  const own = secrets.mac(purpose, at).toString('base64url')
  if (!equalBytes(Buffer.from(own), Buffer.from(mac))) return 'too_long'
  const spentMs = now().getTime() - Number(at)
  if (spentMs < leastMs) return 'too_quick'
  return spentMs > mostMs ? 'too_long' : 'fine'
}
