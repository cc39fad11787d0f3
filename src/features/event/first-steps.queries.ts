import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertMissing, sameTenant } from '../../db/rows.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type FirstStep, type FirstSteps, type OptionalStep, stepsOf } from './first-steps.ts'

/** Looks what is there, by one statement that stops at the first of each. */
function findFirsts(tx: TenantTx) {
  const { tenantId } = tx
  return tx
    .selectNoFrom(({ exists, selectFrom, or }) => {
      const events = selectFrom('event').where('event.tenantId', '=', tenantId)
      const prices = selectFrom('price').where('price.tenantId', '=', tenantId).where('price.archived', '=', false)
      const priced = selectFrom('eventProduct')
        .innerJoin('price', sameTenant('price.productId', 'eventProduct.productId'))
        .innerJoin('event', sameTenant('event.id', 'eventProduct.eventId'))
        .where('eventProduct.tenantId', '=', tenantId)
        .where('price.archived', '=', false)
      const members = selectFrom('tenantMember').where('tenantMember.tenantId', '=', tenantId)
      const skipped = selectFrom('skippedStep').select('step').where('skippedStep.tenantId', '=', tenantId)
      return [
        exists(events.select('event.id')).as('event'),
        exists(priced.select('event.id')).as('price'),
        exists(
          priced
            .innerJoin('product', sameTenant('product.id', 'eventProduct.productId'))
            .select('event.id')
            .where('event.published', '=', true)
            .where('event.cancelledAt', 'is', null)
            .where('product.published', '=', true),
        ).as('published'),
        exists(
          prices
            .select('price.id')
            .where((where) => where.or([where('price.amountMinor', '>', 0), where('price.openAmount', '=', true)])),
        ).as('paid'),
        or([
          exists(events.select('event.id').where('event.capacity', 'is not', null)),
          exists(prices.select('price.id').where('price.stock', 'is not', null)),
        ]).as('capacity'),
        exists(events.select('event.id').where('event.imageKey', 'is not', null)).as('picture'),
        or([
          exists(members.select('tenantMember.accountId').offset(1)),
          exists(selectFrom('teamInvitation').select('id').where('teamInvitation.tenantId', '=', tenantId)),
        ]).as('team'),
        exists(selectFrom('device').select('device.id').where('device.tenantId', '=', tenantId)).as('device'),
        events
          .select('event.id')
          .where('event.archived', '=', false)
          .where('event.cancelledAt', 'is', null)
          .orderBy('event.id', 'desc')
          .limit(1)
          .as('eventId'),
        priced
          .select('event.id')
          .where('event.archived', '=', false)
          .where('event.cancelledAt', 'is', null)
          .orderBy('event.id', 'desc')
          .limit(1)
          .as('pricedEventId'),
        sql<string[]>`array(${skipped})`.as('skipped'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** Reads which of the first steps are done, skipped or not asked of an organisation. */
export async function readFirstSteps(tx: TenantTx, tenant: Tenant): Promise<FirstSteps> {
  const found = await findFirsts(tx)
  const { event, price, published, paid, capacity, team, device } = found
  const picture = Boolean(found.picture) || tenant.imageKey !== null
  const legal = tenant.legalDocuments !== null
  const there = { event, price, published, capacity, payment: tenant.paysOnline, picture, legal, team, device }
  const done = (Object.keys(there) as (keyof typeof there)[]).filter((step) => there[step])
  // A sandbox is paid by its own provider, and what is free of charge by nobody.
  const notAsked: readonly FirstStep[] = paid && !tenant.sandbox ? [] : ['payment']
  return {
    steps: stepsOf({ done: new Set(done), skipped: new Set(found.skipped), notAsked: new Set(notAsked) }),
    eventId: found.eventId,
    pricedEventId: found.pricedEventId,
  }
}

/** Skips a step, or asks it again. */
export async function skipStep(tx: TenantTx, step: OptionalStep, skipped: boolean): Promise<void> {
  if (!skipped) await deleteRows(tx, 'skippedStep').where('step', '=', step).execute()
  else await insertMissing(tx, 'skippedStep', { step }).execute()
}
