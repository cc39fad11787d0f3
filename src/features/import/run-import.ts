import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { repeatableId, repeatableKey } from '../../lib/ids.ts'
import { importTexts } from '../../messages/office/import.ts'
import { theServer } from '../account/actor.ts'
import { usualPrice } from '../catalog/price-fields.ts'
import { usualProduct } from '../catalog/product-fields.ts'
import { makePrice } from '../catalog/save-price.ts'
import { makeProduct } from '../catalog/save-product.ts'
import type { Deps } from '../deps.ts'
import { getTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type DealtWith, findImport, type Import, markEnded, noteOutcomes, readLines } from './import.queries.ts'
import type { ImportLine } from './import-file.ts'
import { type ImportKind, type ImportProblem, type LineOutcome, linesOfPart } from './import-kind.ts'
import { type ImportTargets, readTargets, type TargetPrice } from './import-targets.ts'
import { type LineValues, type ReadLine, readImportLine } from './read-import-line.ts'
import { takeCard } from './take-cards.ts'
import { takeEvent } from './take-events.ts'
import { takeMembers } from './take-members.ts'
import { takeProduct } from './take-products.ts'
import { takeTickets } from './take-tickets.ts'

type RunDeps = Pick<Deps, 'database' | 'now' | 'notifyChange'>

/** Undoes what a check did. */
class UndoneError extends Error {
  readonly outcomes: readonly LineOutcome[]

  constructor(outcomes: readonly LineOutcome[]) {
    super('a check is undone')
    this.outcomes = outcomes
  }
}

/** Undoes what another process did already. */
class OvertakenError extends Error {}

/**
 * Goes through a file from where it is to its end, some hundred lines at a time, each in a transaction that notes how far it came: a process
 * that dies is followed by another that goes on there. A check does the same and undoes it.
 */
export async function runImport(deps: RunDeps, tenantId: string, importId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => getTenant(tx, tenantId))
  for (;;) {
    const read = await deps.database.asTenant(tenantId, async (tx) => {
      const file = await findImport(tx, importId)
      return file && { file, lines: await readLines(tx, importId, file.doneCount) }
    })
    if (read === null || (read.file.state !== 'checking' && read.file.state !== 'importing')) return
    const { file, lines } = read
    if (lines.length === 0) {
      const ended = file.state === 'checking' ? 'checked' : 'done'
      return deps.database.asTenant(tenantId, (tx) => markEnded(tx, importId, ended, deps.now()))
    }
    try {
      await step(deps, tenant, file, nextLines(file, lines))
    } catch (error) {
      if (error instanceof OvertakenError) return
      throw error
    }
  }
}

/** How many lines are taken in one transaction: of things that are made by many statements, one. */
const atOnce: Readonly<Record<ImportKind, number>> = {
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

async function step(deps: RunDeps, tenant: Tenant, file: Import, lines: readonly ImportLine[]): Promise<void> {
  const { database } = deps
  const isCheck = file.state === 'checking'
  const { kind } = file
  const taking = (tx: TenantTx, some: readonly ImportLine[]) => takeLines(deps, tx, tenant, file, some)
  const note = async (tx: TenantTx, outcomes: readonly LineOutcome[]) => {
    if (!(await noteOutcomes(tx, file, dealtWith(lines, outcomes))))
      throw new OvertakenError('another process is ahead')
  }
  const isSingle = kind === 'products' || kind === 'events' || kind === 'cards'
  if (!isSingle && !isCheck) {
    await database.asTenant(tenant.id, async (tx) => note(tx, await taking(tx, lines)))
    return
  }
  const outcomes: LineOutcome[] = []
  for (const some of isSingle ? lines.map((line) => [line]) : [lines])
    outcomes.push(...(await tryLines(deps, tenant.id, { isCheck, work: (tx) => taking(tx, some) })))
  await database.asTenant(tenant.id, (tx) => note(tx, outcomes))
}

type Trying = { readonly isCheck: boolean; readonly work: (tx: TenantTx) => Promise<readonly LineOutcome[]> }

async function tryLines(
  { database }: RunDeps,
  tenantId: string,
  { isCheck, work }: Trying,
): Promise<readonly LineOutcome[]> {
  try {
    return await database.asTenant(tenantId, async (tx) => {
      const outcomes = await work(tx)
      if (isCheck) throw new UndoneError(outcomes)
      return outcomes
    })
  } catch (error) {
    if (error instanceof UndoneError) return error.outcomes
    if (error instanceof AppError) return [{ field: null, problem: problemOf(error) }]
    throw error
  }
}

function problemOf({ code, details }: AppError): ImportProblem {
  if (code === 'cashless_product_exists') return code
  const problems = Object.values(details.fields ?? {}).flat()
  return problems.includes('ends_before_start') ? 'times' : 'refused'
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
): Promise<readonly LineOutcome[]> {
  const now = deps.now()
  switch (file.kind) {
    case 'products':
      return eachRead('products', tenant, file, lines, (values) => takeProduct(deps, tx, tenant, values))
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
      const usual = () => findUsualPrice(deps, tx, tenant, targets)
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

/** The price of tickets whose lines name none: of a product that is sold to nobody, made when the first comes. */
async function findUsualPrice(
  deps: RunDeps,
  tx: TenantTx,
  tenant: Tenant,
  targets: ImportTargets,
): Promise<TargetPrice> {
  const id = (what: string) => repeatableId(tenant.id, repeatableKey(`imported tickets ${what}`))
  const known = targets.price('ticket', id('product'), id('price'))
  if (known !== null && !('problem' in known)) return known
  const { usualProductName: name } = importTexts[tenant.language]
  const hidden = { published: false, archived: true }
  const product = { ...usualProduct, ...hidden, id: id('product'), name, kind: 'ticket' } as const
  await makeProduct(deps, tx, theServer, product)
  const price = await makePrice(deps, tx, tenant, theServer, product.id, {
    ...usualPrice,
    archived: true,
    id: id('price'),
    name,
    amountMinor: 0,
  })
  return { ...price, productId: product.id, productName: name, kind: 'ticket' }
}
