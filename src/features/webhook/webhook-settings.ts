import { fieldError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import { notedAddress } from '../audit/noted-address.ts'
import type { AuditValues } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import { occurrenceKinds, type OccurrenceKind } from './webhook.ts'

export const longestWebhookName = 100
export const longestWebhookAddress = 1000

/** What an organisation says of a webhook. */
export type WebhookSettings = {
  readonly name: string
  readonly address: string
  /** What it is told of: at least one kind, each once, in the order in which they are offered. */
  readonly kinds: readonly OccurrenceKind[]
}

/** Its settings alone, in one order. */
export function settingsOf({ name, address, kinds }: WebhookSettings): WebhookSettings {
  return { name, address, kinds: occurrenceKinds.filter((kind) => kinds.includes(kind)) }
}

/** As the log has them. */
export function notedSettings({ name, address, kinds }: WebhookSettings): AuditValues {
  return { name, url: notedAddress(address), kinds }
}

/** What a form shows of a webhook; it changes when somebody else saves. */
export function webhookVersion(webhook: WebhookSettings): string {
  return versionOf(settingsOf(webhook))
}

/** @throws AppError validation_failed (an address that could never be called) */
export function requireCallable({ webhooks }: Pick<Deps, 'webhooks'>, address: string): void {
  if (!webhooks.isAddress(address)) throw fieldError('address', 'webhook_address')
}
