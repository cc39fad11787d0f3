import type { TenantTx } from '../../db/database.ts'
import {
  insertImportedMemberships,
  keepMemberNumbers,
  listKnownMemberships,
  listMemberNumbers,
} from '../membership/import-memberships.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { LineOutcome } from './import-kind.ts'
import type { ImportTargets } from './import-targets.ts'
import { importedId, importedTail } from './imported-id.ts'
import type { ReadLine } from './read-import-line.ts'

type Taking = { readonly tenant: Tenant; readonly targets: ImportTargets; readonly now: Date }

/**
 * Takes memberships over with the numbers that their members had. Nobody's number is changed, and none is given to a second person. What
 * comes again is known by its id, else by the person, the product and when it began.
 */
export async function takeMembers(
  tx: TenantTx,
  lines: readonly ReadLine<'members'>[],
  { tenant, targets, now }: Taking,
): Promise<readonly LineOutcome[]> {
  const outcomes = new Map<number, LineOutcome>()
  const asked = lines.flatMap(({ values }, at) => {
    const read = askedBy(values, targets, tenant)
    if (!('problem' in read)) return [{ at, values, ...read }]
    outcomes.set(at, read)
    return []
  })
  const known = new Set(
    await listKnownMemberships(
      tx,
      asked.map(({ tail }) => tail),
    ),
  )
  const wanted = asked.flatMap(({ values: { number } }) => number ?? [])
  const numbers = new Map(
    await listMemberNumbers(
      tx,
      asked.map(({ values }) => values.email),
      wanted,
    ),
  )
  const holders = new Map([...numbers].map(([email, number]) => [number, email]))
  const members: { email: string; number: number; createdAt: Date }[] = []
  const taken = asked.filter(({ at, tail, values: { email, number, validFrom } }) => {
    const present = numbers.get(email)
    const holder = number === null ? undefined : holders.get(number)
    if (known.has(tail)) outcomes.set(at, 'known')
    else if (number !== null && present !== undefined && present !== number)
      outcomes.set(at, { field: 'number', problem: 'number_differs' })
    else if (number !== null && holder !== undefined && holder !== email)
      outcomes.set(at, { field: 'number', problem: 'number_taken' })
    else {
      known.add(tail)
      outcomes.set(at, 'taken')
      if (number !== null && present === undefined) {
        numbers.set(email, number)
        holders.set(number, email)
        members.push({ email, number, createdAt: notAfter(validFrom, now) })
      }
    }
    return outcomes.get(at) === 'taken'
  })
  await keepMemberNumbers(tx, members)
  await insertImportedMemberships(
    tx,
    taken.map((one) => membershipOf(one, tenant, now)),
    now,
  )
  return lines.map((_, at) => outcomes.get(at) ?? 'known')
}

type AskedMembership = Pick<ReadLine<'members'>, 'values'> & Exclude<ReturnType<typeof askedBy>, { problem: unknown }>

function membershipOf({ said, values, price }: AskedMembership, tenant: Tenant, now: Date) {
  return {
    id: importedId(tenant.id, values.validFrom, said),
    email: values.email,
    firstName: values.firstName ?? '',
    lastName: values.lastName ?? '',
    productId: price.productId,
    priceId: price.id,
    amountMinor: values.amountMinor ?? price.amountMinor,
    validFrom: values.validFrom,
    validUntil: values.validUntil,
    cancelledAt: values.cancelledAt ?? (values.cancelled ? now : null),
    createdAt: notAfter(values.validFrom, now),
  }
}

/** What a line asks for; or what is wrong with it. */
function askedBy(values: ReadLine<'members'>['values'], targets: ImportTargets, tenant: Tenant) {
  const price = targets.price('membership', values.product, values.price)
  if (price === null) return { field: 'product', problem: 'required' } as const
  if ('problem' in price) return price
  if (values.validUntil !== null && values.validUntil <= values.validFrom)
    return { field: 'valid_until', problem: 'times' } as const
  const said = values.id ?? `${values.email} ${price.productId} ${values.validFrom.toISOString()}`
  return { price, said, tail: importedTail(tenant.id, said) }
}

const notAfter = (moment: Date, now: Date) => (moment > now ? now : moment)
