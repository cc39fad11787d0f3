import { serverSide, type TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { theServer } from '../account/actor.ts'
import { settled } from '../catalog/product.ts'
import type { BasicDeps } from '../deps.ts'
import { findEvent } from '../event/event.queries.ts'
import { makeEvent, type NewEvent, refusingUnknownParts } from '../event/save-event.ts'
import { isShownByAnother } from '../tenant/calendar.queries.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { categoryRules, type Tenant } from '../tenant/tenant.ts'
import { keepFormerKey } from '../ticket/add-former-key.ts'
import { readFormerKey } from '../ticket/former-ticket-key.ts'
import type { LineOutcome, LineProblem } from './import-kind.ts'
import { listEventNames } from './import-targets.queries.ts'
import { findNamed, fold } from './import-targets.ts'
import type { LineValues } from './read-import-line.ts'

/**
 * Makes the event of a line where it is not there: by its id, else by its name and when it starts. It keeps the id, by which the codes of its
 * tickets know it, and the last part of its address where that is free; and whether it was there or not, the key by which its codes were signed.
 * Who has one place has all events there, whatever the id of that place was elsewhere.
 *
 * @throws AppError validation_failed
 */
export async function takeEvent(
  deps: BasicDeps<'notifyChange'>,
  tx: TenantTx,
  tenant: Tenant,
  { publicKey, location, artists, options, exclusiveOptions, ...values }: LineValues<'events'>,
): Promise<LineOutcome> {
  requireSelling(tenant)
  const key = publicKey === null ? null : readFormerKey(publicKey)
  if (typeof key === 'string')
    return { field: 'public_key', problem: key === 'private_key' ? 'private_key' : 'public_key' }
  const known = await findPresent(tx, values)
  const { id, ...said } = settled(values)
  // An id is whoever's had it first: a calendar that both are in would show one for the other.
  if (known === null && id !== null && (await isShownByAnother(serverSide(tx), tenant.id, id)))
    return { field: 'uuid', problem: 'id_elsewhere' }
  const isAtHome = categoryRules[tenant.category].locations === 'exactly_one'
  const links =
    known === null
      ? await readLinks(tx, { location: isAtHome ? null : location, artists, options, exclusiveOptions })
      : {}
  if ('problem' in links) return links
  const asked = { ...said, ...links, ...(id !== null && { id }), isQuiet: true } as const
  const eventId =
    known ?? (await refusingUnknownParts(async () => (await makeEvent(deps, tx, tenant, theServer, asked)).id))
  if (key === null) return known === null ? 'taken' : 'known'
  const keyId = newId()
  const isNew = keyId === (await keepFormerKey(tx, theServer, { id: keyId, eventId, publicKey: key, now: deps.now() }))
  return known === null || isNew ? 'taken' : 'known'
}

type Links = Pick<NewEvent, 'locationId' | 'artists' | 'optionIds' | 'exclusiveOptionIds'>

/** Reads what an event is linked with; what is not said is as of any new one. */
async function readLinks(
  tx: TenantTx,
  said: Pick<LineValues<'events'>, 'location' | 'artists' | 'options' | 'exclusiveOptions'>,
): Promise<Links | LineProblem> {
  const locations = await findNamed(tx, 'location', 'location', said.location)
  if ('problem' in locations) return locations
  const artists = await findNamed(tx, 'artist', 'artists', said.artists)
  if ('problem' in artists) return artists
  const optionIds = await findNamed(tx, 'ticketOption', 'options', said.options)
  if ('problem' in optionIds) return optionIds
  const exclusiveOptionIds = await findNamed(tx, 'ticketOption', 'options_radio', said.exclusiveOptions)
  if ('problem' in exclusiveOptionIds) return exclusiveOptionIds
  const [locationId] = locations
  return {
    ...(locationId !== undefined && { locationId }),
    artists: artists.map((artistId) => ({ artistId, startsAt: null })),
    optionIds,
    exclusiveOptionIds,
  }
}

/** Finds the event that a line means; null: it is not there. */
async function findPresent(
  tx: TenantTx,
  { id, name, startsAt }: Pick<LineValues<'events'>, 'id' | 'name' | 'startsAt'>,
): Promise<string | null> {
  if (id !== null) return (await findEvent(tx, id))?.id ?? null
  const same = (await listEventNames(tx)).find(
    (event) => fold(event.name) === fold(name) && event.startsAt.getTime() === startsAt.getTime(),
  )
  return same?.id ?? null
}
