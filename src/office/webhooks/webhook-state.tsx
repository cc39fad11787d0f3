import type { Delivery, Webhook } from '../../features/webhook/managed.queries.ts'
import type { Attempt, DeliveryState, OffReason } from '../../features/webhook/webhook.ts'
import { type WebhookTexts, webhookTexts } from '../../messages/office/webhook.ts'
import { When } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { type Sign, Standing } from '../kit/standing.tsx'

const offStates = { by_hand: 'by_hand', gone: 'gone', failing: 'failed' } as const satisfies Record<
  OffReason,
  keyof WebhookTexts['states']
>

/** Whether a webhook is told what happens, and why not. */
export function WebhookState({ webhook: { offReason, failures } }: { readonly webhook: Webhook }) {
  const { states } = useTexts(webhookTexts)
  if (offReason !== null) return <Standing sign="gone">{states[offStates[offReason]]}</Standing>
  return failures > 0 ? (
    <Standing sign="watch">{states.failing}</Standing>
  ) : (
    <Standing sign="well">{states.on}</Standing>
  )
}

/** When a webhook was last told anything, and what came of it. */
export function LastAttempt({ of }: { readonly of: Delivery | undefined }) {
  const words = useTexts(webhookTexts)
  const attempt = of?.attempts.at(-1)
  if (attempt === undefined) return <span class="muted">{words.never}</span>
  return (
    <span>
      <When at={new Date(attempt.at)} />
      <br />
      <span class="muted small">{answerText(attempt, words)}</span>
    </span>
  )
}

const signs = { due: 'waits', delivered: 'well', failed: 'gone' } as const satisfies Record<DeliveryState, Sign>

export function DeliveryStanding({ state }: { readonly state: DeliveryState }) {
  return <Standing sign={signs[state]}>{useTexts(webhookTexts).deliveryStates[state]}</Standing>
}

/** What came back of an attempt, or why nothing did. */
export function answerText({ status, refusal }: Attempt, words: WebhookTexts): string {
  if (status !== null) return words.answered({ status })
  const refusals: Readonly<Record<string, string>> = words.refusals
  return refusals[refusal ?? ''] ?? words.refusals.unreachable
}
