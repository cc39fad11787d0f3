import type { WalletKeysProblem } from '../integrations/wallet/wallet-keys-refused-error.ts'
import type { Language } from '../lib/language.ts'
import { walletTexts } from '../messages/office/wallet.ts'

/** @param say how a moment is written */
export function walletProblemText(problem: WalletKeysProblem, say: (at: Date) => string, language: Language): string {
  const text = walletTexts[language].refused[problem.kind]
  if (typeof text === 'string') return text
  const at = 'at' in problem ? say(problem.at) : ''
  return text({ which: '', hasPassphrase: false, named: null, asked: '', ...problem, at })
}
