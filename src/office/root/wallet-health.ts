import type { Context } from '../../context.ts'
import { type ExaminedKeys, examineWalletsEverywhere } from '../../features/wallet/examine-wallet-keys.ts'
import { walletNames } from '../../features/wallet/wallet.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import type { HealthState } from './health-checks.ts'

type Reader = { readonly timeZone: string; readonly language: Language }

/** Which keys for wallets end soon or do not work, by the rule of `guichet doctor`. */
export async function examineWalletHealth(
  context: Context,
  reader: Reader,
): Promise<{ readonly state: HealthState; readonly value: string }> {
  const bad = (await examineWalletsEverywhere(context)).filter(({ found }) => found.kind !== 'works')
  const isWrong = bad.some(({ found }) => found.kind !== 'soon')
  return {
    state: isWrong ? 'wrong' : bad.length > 0 ? 'look' : 'good',
    value: bad.map((keys) => described(keys, reader)).join(' · '),
  }
}

function described({ tenant, wallet, found }: ExaminedKeys, { timeZone, language }: Reader): string {
  const words = rootCareTexts[language].health.wallets
  const said = (at: Date) => withinSentence(momentText({ at, now: null, timeZone, language }), language)
  const name = `${organisationName(tenant)} (${walletNames[wallet]})`
  if (found.kind === 'soon') return `${name}, ${words.until({ when: said(found.endsAt) })}`
  if (found.kind === 'refused' && found.problem.kind === 'expired')
    return `${name}, ${words.ended({ when: said(found.problem.at) })}`
  return `${name}, ${found.kind === 'closed' ? words.closed : words.useless}`
}
