import type { ExaminedKeys } from '../../features/wallet/examine-wallet-keys.ts'
import { walletNames } from '../../features/wallet/wallet.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import type { Finding, HealthReader } from './health-checks.ts'

/** What keys for wallets that end soon or do not work come to. @param bad only those */
export function walletHealth(bad: readonly ExaminedKeys[], reader: HealthReader): Finding {
  const isWrong = bad.some(({ found }) => found.kind !== 'soon')
  return {
    state: isWrong ? 'wrong' : bad.length > 0 ? 'look' : 'good',
    value: bad.map((keys) => described(keys, reader)).join(' · '),
  }
}

function described({ tenant, wallet, found }: ExaminedKeys, { timeZone, language }: HealthReader): string {
  const words = rootCareTexts[language].health.wallets
  const said = (at: Date) => withinSentence(momentText({ at, now: null, timeZone, language }), language)
  const name = `${organisationName(tenant)} (${walletNames[wallet]})`
  if (found.kind === 'soon') return `${name}, ${words.until({ when: said(found.endsAt) })}`
  if (found.kind === 'refused' && found.problem.kind === 'expired')
    return `${name}, ${words.ended({ when: said(found.problem.at) })}`
  return `${name}, ${found.kind === 'closed' ? words.closed : words.useless}`
}
