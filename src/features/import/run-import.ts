import { isOfData, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { repeatableId, repeatableKey } from '../../lib/ids.ts'
import { importTexts } from '../../messages/office/import.ts'
import { theServer } from '../account/actor.ts'
import { usualPrice } from '../catalog/price-fields.ts'
import { usualProduct } from '../catalog/product-fields.ts'
import { makePrice } from '../catalog/save-price.ts'
import { makeProduct } from '../catalog/save-product.ts'
import type { BasicDeps } from '../deps.ts'
import { raiseMemberCounter } from '../membership/import-memberships.queries.ts'
import { getTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  type DealtWith,
  findImport,
  type Import,
  lockWhereItWas,
  markEnded,
  noteOutcomes,
  readLines,
} from './import.queries.ts'
import type { ImportLine } from './import-file.ts'
import { type ImportKind, type LineOutcome, type LineProblem, linesOfPart } from './import-kind.ts'
import { type Claims, judgeByClaims } from './claims.ts'
import { type ImportTargets, readTargets, type TargetPrice } from './import-targets.ts'
import { type LineValues, type ReadLine, readImportLine } from './read-import-line.ts'
import { takeCard } from './take-cards.ts'
import { takeEntry } from './take-entries.ts'
import { takeEvent } from './take-events.ts'
import { takeMembers } from './take-members.ts'
import { type Memberships, readMemberships, takeProduct } from './take-products.ts'
import { takeTickets } from './take-tickets.ts'

/** What a run knows of its file as a whole. */
type Run = {
  readonly claims: Claims
  /** The membership products that the file brings; null: it brings none, or was not looked through yet. */
  memberships: Memberships | null
}

type RunDeps = BasicDeps<'notifyChange'>

/** Undoes what a check did. */
class UndoneError extends Error {
  readonly outcomes: readonly LineOutcome[]

  constructor(outcomes: readonly LineOutcome[]) {
    super('a check is undone')
    this.outcomes = outcomes
  }
}

/** Undoes what another process did already. */
class OvertakenError extends Error {
  constructor() {
    super('another process is ahead')
  }
}

/**
 * Goes through a file from where it is to its end, some hundred lines at a time, each in a transaction that notes how far it came: a process
 * that dies is followed by another that goes on there. A check does the same and undoes it.
 */
export async function runImport(deps: RunDeps, tenantId: string, importId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => getTenant(tx, tenantId))
  const run: Run = { claims: new Map(), memberships: null }
  for (;;) {
    const read = await deps.database.asTenant(tenantId, async (tx) => {
      const file = await findImport(tx, importId)
      return file && { file, lines: await readLines(tx, importId, file.doneCount) }
    })
    if (read === null || (read.file.state !== 'checking' && read.file.state !== 'importing')) return
    const { file, lines } = read
    if (file.state === 'importing' && file.kind === 'members' && file.doneCount === 0)
      await keepNumbersFree(deps, tenant, file)
    if (file.kind === 'products') run.memberships ??= await readMemberships(wholeFile('products', deps, tenant, file))
    if (lines.length === 0) {
      const ended = file.state === 'checking' ? 'checked' : 'done'
      return deps.database.asTenant(tenantId, (tx) => markEnded(tx, importId, ended, deps.now()))
    }
    try {
      await step(deps, tenant, file, nextLines(file, lines), run)
    } catch (error) {
      if (error instanceof OvertakenError) return
      throw error
    }
  }
}

/** Has those without a number get higher ones than any that the file names: they may come before. */
async function keepNumbersFree(deps: RunDeps, tenant: Tenant, file: Import): Promise<void> {
  let most = 0
  for await (const { number } of wholeFile('members', deps, tenant, file)) most = Math.max(most, number ?? 0)
  if (most > 0) await deps.database.asTenant(tenant.id, (tx) => raiseMemberCounter(tx, most))
}

/** Reads what all lines of a file say, but for those that cannot be read. */
async function* wholeFile<Kind extends ImportKind>(
  kind: Kind,
  { database }: RunDeps,
  tenant: Tenant,
  file: Import,
): AsyncGenerator<LineValues<Kind>> {
  for (let done = 0; done < file.lineCount; done += linesOfPart) {
    const lines = await database.asTenant(tenant.id, (tx) => readLines(tx, file.id, done))
    for (const line of lines.slice(0, linesOfPart)) {
      const read = readImportLine(kind, line, file.mapping, tenant)
      if (!('problem' in read)) yield read.values
    }
  }
}

/** How many lines are taken in one transaction: of things that are made by many statements, one. */
const atOnce: Readonly<Record<ImportKind, number>> = {
  locations: 50,
  artists: 50,
  options: 50,
  products: 50,
  events: 50,
  members: linesOfPart,
  tickets: linesOfPart,
  cards: 50,
}

/** The next lines; those of one booking together. */
function nextLines({ kind, mapping }: Import, lines: readonly ImportLine[]): readonly ImportLine[] {
  let count = Math.min(atOnce[kind], lines.length)
  if (kind !== 'tickets') return lines.slice(0, count)
  const cell = (at: number, name: string) => lines[at]?.cells?.[mapping[name] ?? -1] ?? null
  const bookingAt = (at: number) => cell(at, 'reservation')
  while (count < lines.length && bookingAt(count) !== null && bookingAt(count) === bookingAt(count - 1)) count++
  return lines.slice(0, count)
}

/**
 * Takes some lines: together where one transaction does, which notes how far it came. Where the database refuses one of them, and of
 * things that are made by many statements, each by itself.
 */
async function step(
  deps: RunDeps,
  tenant: Tenant,
  file: Import,
  lines: readonly ImportLine[],
  run: Run,
): Promise<void> {
  const { database } = deps
  const taking = (some: readonly ImportLine[]) => (tx: TenantTx) => takeLines(deps, tx, tenant, file, some, run)
  const note = async (tx: TenantTx, outcomes: readonly LineOutcome[]) => {
    if (!(await noteOutcomes(tx, file, dealtWith(lines, outcomes)))) throw new OvertakenError()
  }
  const isTogether = file.kind === 'members' || file.kind === 'tickets'
  const together = isTogether ? await tryLines(deps, tenant.id, file, taking(lines), note) : null
  if (together?.isNoted) return
  const outcomes: LineOutcome[] = [...(together?.outcomes ?? [])]
  if (outcomes.length < lines.length) {
    outcomes.length = 0
    for (const line of lines) outcomes.push(...(await tryLines(deps, tenant.id, file, taking([line]))).outcomes)
  }
  if (file.state === 'checking')
    for (const [at, line] of lines.entries())
      if (outcomes[at] === 'taken') outcomes[at] = judgeByClaims(run.claims, file, line, tenant)
  await database.asTenant(tenant.id, (tx) => note(tx, outcomes))
}

type Tried = { readonly outcomes: readonly LineOutcome[]; readonly isNoted: boolean }

/** @param note notes what came of them in the same transaction; absent: that is done afterwards, as of a check */
async function tryLines(
  { database }: RunDeps,
  tenantId: string,
  file: Import,
  work: (tx: TenantTx) => Promise<readonly LineOutcome[]>,
  note?: (tx: TenantTx, outcomes: readonly LineOutcome[]) => Promise<void>,
): Promise<Tried> {
  try {
    return await database.asTenant(tenantId, async (tx) => {
      if (!(await lockWhereItWas(tx, file))) throw new OvertakenError()
      const outcomes = await work(tx)
      if (file.state === 'checking') throw new UndoneError(outcomes)
      await note?.(tx, outcomes)
      return { outcomes, isNoted: note !== undefined }
    })
  } catch (error) {
    if (error instanceof UndoneError) return { outcomes: error.outcomes, isNoted: false }
    if (!(error instanceof AppError) && !isOfData(error)) throw error
    // Of several it is not known which one it was.
    if (note !== undefined) return { outcomes: [], isNoted: false }
    return {
      outcomes: [error instanceof AppError ? problemOf(error) : { field: null, problem: 'refused' }],
      isNoted: false,
    }
  }
}

function problemOf({ code, details: { fields = {} } }: AppError): LineProblem {
  if (code === 'cashless_product_exists' || code === 'category_rule') return { field: null, problem: code }
  for (const [field, told] of Object.entries(toldFields)) if (fields[field]) return told
  return { field: null, problem: 'refused' }
}

/** What is wrong with a line, by the field that making the thing refuses. */
const toldFields: Readonly<Record<string, LineProblem>> = {
  products: { field: 'products', problem: 'unknown_product' },
  location: { field: 'location', problem: 'unknown_location' },
  artists: { field: 'artists', problem: 'unknown_artist' },
  options: { field: 'options', problem: 'unknown_option' },
  options_radio: { field: 'options_radio', problem: 'unknown_option' },
  latitude: { field: 'latitude', problem: 'required' },
  longitude: { field: 'longitude', problem: 'required' },
  end_datetime: { field: 'end_datetime', problem: 'times' },
  doors_close: { field: 'doors_close', problem: 'times' },
  sale_end: { field: 'prices.sales_end', problem: 'times' },
  recurring_payment: { field: 'prices.recurring_payment', problem: 'refused' },
}

const dealtWith = (lines: readonly ImportLine[], outcomes: readonly LineOutcome[]): readonly DealtWith[] =>
  lines.map(({ line }, at) => ({ line, outcome: outcomes[at] ?? 'known' }))

/** What becomes of some lines, in a transaction. */
async function takeLines(
  deps: RunDeps,
  tx: TenantTx,
  tenant: Tenant,
  file: Import,
  lines: readonly ImportLine[],
  { memberships }: Run,
): Promise<readonly LineOutcome[]> {
  const now = deps.now()
  switch (file.kind) {
    case 'locations':
      return eachRead('locations', tenant, file, lines, ({ id, ...said }) => takeEntry(deps, tx, 'location', id, said))
    case 'artists':
      return eachRead('artists', tenant, file, lines, ({ id, ...said }) => takeEntry(deps, tx, 'artist', id, said))
    case 'options':
      return eachRead('options', tenant, file, lines, ({ id, ...said }) =>
        takeEntry(deps, tx, 'ticketOption', id, said),
      )
    case 'products':
      return eachRead('products', tenant, file, lines, (values) =>
        takeProduct(deps, tx, tenant, values, memberships ?? new Map()),
      )
    case 'events':
      return eachRead('events', tenant, file, lines, (values) => takeEvent(deps, tx, tenant, values))
    case 'cards':
      return eachRead('cards', tenant, file, lines, (values) => takeCard(tx, values, now))
    case 'members': {
      const targets = await readTargets(tx)
      return together('members', tenant, file, lines, (read) => takeMembers(tx, read, { tenant, targets, now }))
    }
    case 'tickets': {
      const targets = await readTargets(tx)
      const usual = (amountMinor: number) => findUsualPrice(deps, tx, tenant, targets, amountMinor)
      const work = (read: readonly ReadLine<'tickets'>[]) =>
        takeTickets(tx, read, { tenant, targets, now, usualPrice: usual })
      return together('tickets', tenant, file, lines, work)
    }
  }
}

async function eachRead<Kind extends ImportKind>(
  kind: Kind,
  tenant: Tenant,
  { mapping }: Import,
  lines: readonly ImportLine[],
  take: (values: LineValues<Kind>) => Promise<LineOutcome>,
): Promise<readonly LineOutcome[]> {
  const outcomes: LineOutcome[] = []
  for (const line of lines) {
    const read = readImportLine(kind, line, mapping, tenant)
    outcomes.push('problem' in read ? read : await take(read.values))
  }
  return outcomes
}

async function together<Kind extends ImportKind>(
  kind: Kind,
  tenant: Tenant,
  { mapping }: Import,
  lines: readonly ImportLine[],
  take: (read: readonly ReadLine<Kind>[]) => Promise<readonly LineOutcome[]>,
): Promise<readonly LineOutcome[]> {
  const all = lines.map((line) => readImportLine(kind, line, mapping, tenant))
  const good = all.filter((one): one is ReadLine<Kind> => !('problem' in one))
  const outcomes = (await take(good))[Symbol.iterator]()
  return all.map((one) => ('problem' in one ? one : (outcomes.next().value ?? 'known')))
}

/** The price of tickets whose lines name none, one for each amount: of a product that is sold to nobody, made when the first comes. */
async function findUsualPrice(
  deps: RunDeps,
  tx: TenantTx,
  tenant: Tenant,
  targets: ImportTargets,
  amountMinor: number,
): Promise<TargetPrice> {
  const idOf = (what: string) => repeatableId(tenant.id, repeatableKey(`imported tickets ${what}`))
  const [productId, id] = [idOf('product'), idOf(`price ${amountMinor}`)]
  const known = targets.price('ticket', productId, id)
  if (known !== null && !('problem' in known)) return known
  const { usualProductName: name } = importTexts[tenant.language]
  const product = { ...usualProduct, published: false, archived: true, id: productId, name, kind: 'ticket' } as const
  await makeProduct(deps, tx, theServer, product)
  const values = { ...usualPrice, archived: true, id, name, amountMinor }
  const price = await makePrice(deps, tx, tenant, theServer, productId, values)
  return { ...price, productId, productName: name, kind: 'ticket' }
}
