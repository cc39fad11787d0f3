import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Lists tell what changed since some moment, by the `updated_at` of a row (ADR 0264). No trigger writes it: `updateRows` does, and each
 * statement that is written otherwise. One that forgets stands here.
 */
const source = fileURLToPath(new URL('../../src/', import.meta.url))
const read = (file: string) => readFileSync(source + file, 'utf8')

/** Here the moment is that of a key, or of a choice, and its statements write it. */
const otherMoments = ['ExportChoice', 'PaymentKeys', 'WalletKeys']
const dated = new Set(
  [...read('db/tables.ts').matchAll(/^export interface (\w+) \{([^}]*)\}/gm)]
    .filter(([, name = '', columns = '']) => columns.includes(' updatedAt: ') && !otherMoments.includes(name))
    .map(([, name = '']) => name[0]?.toLowerCase() + name.slice(1)),
)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Statements that change nothing of what a list shows, by the function that has them. */
const quiet: Readonly<Record<string, readonly string[]>> = {
  // What is sealed again says the same, and so does a webhook that somebody sends to.
  'features/webhook/sending.queries.ts': ['putSender', 'resealWebhookKeys'],
  // Which event a product was made for, once that is deleted.
  'features/catalog/catalog.queries.ts': ['forgetMadeFor'],
  // The words by which an event is found, and its address on other servers.
  'features/tenant/calendar.queries.ts': ['renameInCalendar', 'showAnew'],
  // When somebody was last mailed of it.
  'features/tenant/federation.queries.ts': ['markTold'],
  // When the provider is asked next, by which session, and how often it was.
  'features/payment/payment.queries.ts': [
    'checkAll',
    'noteSession',
    'countSessionAttempt',
    'markNextCheck',
    'findPaymentOfSession',
  ],
  'features/payment/refund.queries.ts': ['noteRefundSent', 'countRefundAttempt'],
  'features/membership/reminder.queries.ts': ['noteReminders'],
  // That a device called.
  'features/device/device.queries.ts': ['noteSeen'],
  // How often a wrong code was typed.
  'features/reservation/reservation.queries.ts': ['countCodeTry'],
}

type Written = { readonly file: string; readonly within: string; readonly says: boolean }

/** The function, or the constant, that a place in a text belongs to. */
function nameAt(text: string, at: number): string {
  const names = [
    ...text.slice(0, at).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)|^ {2}(?:async )?(\w+)\(.*\{$/gm),
  ]
  const [, topLevel, method] = names.at(-1) ?? []
  return topLevel ?? method ?? ''
}

/** What the clause that begins at `at` says, up to its condition. */
function clauseFrom(text: string, at: number): string {
  const rest = text.slice(at)
  return rest.slice(0, /\bwhere\b|\.execute|\$call/.exec(rest)?.index)
}

function writtenIn(file: string): readonly Written[] {
  const text = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
  const found = (
    pattern: RegExp,
    tableOf: (match: RegExpExecArray) => string | null,
    says: (clause: string) => boolean,
  ) =>
    [...text.matchAll(pattern)]
      .filter((match) => {
        const table = tableOf(match)
        return table === null || dated.has(camel(table))
      })
      .map((match) => ({ file, within: nameAt(text, match.index), says: says(clauseFrom(text, match.index)) }))
  const insertedBefore = (at: number) =>
    [...text.slice(0, at).matchAll(/(?:insertInto\(|(?:insertRows|insertMissing)\(\w+,)\s*'(\w+)'|insert into (\w+)/g)]
      .map(([, one, other]) => one ?? other)
      .at(-1) ?? ''
  const saysNow = (clause: string) => /\bupdatedAt\b|\bupdated_at = now\(\)/.test(clause)
  return [
    // A table that is named by a variable may be any.
    ...found(/\bupdateTable\(\s*(?:'(\w+)'|\w)/g, ([, table]) => table ?? null, saysNow),
    ...found(
      /\bupdateQuietly\(\s*\w+,\s*(?:'(\w+)'|\w+)\)/g,
      ([, table]) => table ?? null,
      () => false,
    ),
    ...found(/\bupdate (\w+)(?: \w+)?\s+set\b/g, ([, table = '']) => table, saysNow),
    ...found(
      /\bdoUpdateSet\((\w*)/g,
      ({ index }) => insertedBefore(index),
      (clause) => {
        const [, named = ''] = /doUpdateSet\((\w*)/.exec(clause) ?? []
        return saysNow(named === '' ? clause : (text.split(`const ${named} = {`)[1]?.split('\n  }\n')[0] ?? ''))
      },
    ),
    ...found(/\bdo update\s+set\b/g, ({ index }) => insertedBefore(index), saysNow),
  ]
}

const written = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !file.startsWith('db/'))
  .flatMap(writtenIn)
const silent = written.filter(({ says }) => !says)

// Seen red without `updated_at = now()` in admitText (ticket/scan.statements.ts), without `updatedAt` in insertEntry
// (waiting-list.queries.ts), and with `updateTable('price')` for updateRows in save-price.ts.
describe('whatever changes a row that a list shows says when', () => {
  it('in every statement that is not made by updateRows', () => {
    const forgetful = silent.filter(({ file, within }) => !quiet[file]?.includes(within))
    expect(forgetful.map(({ file, within }) => `${file}: ${within}`)).toEqual([])
  })

  it('and what is excepted is so', () => {
    for (const [file, names] of Object.entries(quiet))
      expect([...new Set(silent.filter((one) => one.file === file).map(({ within }) => within))].toSorted()).toEqual(
        [...names].toSorted(),
      )
  })

  it('and is found in the text at all', () => {
    const found = written.map(({ file, within }) => `${file}: ${within}`)
    expect(found).toEqual(
      expect.arrayContaining([
        'features/ticket/scan.statements.ts: admitText',
        'features/ticket/scan-span.queries.ts: undoScans',
        'features/waiting-list/waiting-list.queries.ts: insertEntry',
        'features/payment/dispute.queries.ts: noteDispute',
        'features/tenant/tenant.queries.ts: updateTenantRow',
      ]),
    )
  })

  it('and never twice: updateRows says it itself', () => {
    const twice = globSync('features/**/*.ts', { cwd: source }).filter((file) =>
      [...read(file).matchAll(/\bupdateRows?\(\s*\w+,\s*'(\w+)'/g)].some(
        ({ index, 1: table = '' }) => dated.has(table) && clauseFrom(read(file), index).includes('updatedAt'),
      ),
    )
    expect(twice).toEqual([])
  })
})
