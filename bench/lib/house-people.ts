import type pg from 'pg'
import { firstNames, lastNames, quoted } from './names.ts'
import type { Shop } from './shop.ts'

/** Everybody a house knows beside whoever bought a ticket. */
export const people = {
  members: 20_000,
  purses: 10_000,
  codes: 1000,
  guests: 500,
  /** In all, and of them for the fullest event. */
  waiting: 4000,
  waitingForOne: 1000,
  devices: 60,
  unsentMails: 500,
  conflicts: 40,
} as const

export type HousePeople = {
  /** A membership that has been renewed, and whose member has a name. */
  readonly membership: string
  readonly memberEmail: string
  /** Of a card that its person uses. */
  readonly tag: string
  readonly code: string
  /** The event most people wait for. */
  readonly awaited: string
}

/**
 * Members, the half of them renewed; purses of persons with a card and three movements; promotional codes; a guest list of tonight;
 * people who wait; devices, those of tonight's admissions among them; mails that did not arrive, and people let in without network.
 */
export async function fillPeople(client: pg.Client, shop: Shop, tonight: string): Promise<HousePeople> {
  const membership = await shop.create('products', { name: 'Friends', categorie_article: 'A' })
  const year = await shop.create('prices', { product: membership, name: 'A year', prix: 20, subscription_type: 'Y' })
  const at = [shop.tenantId]
  await client.query(members(membership, year), at)
  await client.query(memberNumbers, at)
  await client.query(memberWords, at)
  await client.query(accounts)
  await client.query(cards)
  await client.query(purses, at)
  await client.query(movements, at)
  await client.query(knownCards, at)
  await client.query(codes, at)
  await client.query(guestList, [shop.tenantId, tonight])
  await client.query(guests, [shop.tenantId, tonight])
  const awaited = await openAwaited(client, shop)
  await client.query(waiting, [shop.tenantId, awaited])
  await client.query(devices, at)
  await client.query(devicesOfTonight, [shop.tenantId, tonight])
  await client.query(conflicts, [shop.tenantId, tonight])
  await client.query(unsentMails, at)
  const { rows } = await client.query(
    `select (select id from membership where tenant_id = $1 and email = 'member5000@example.org' order by id desc limit 1) as membership,
       (select tag_id from nfc_card order by id offset 5000 limit 1) as tag,
       (select id from promotional_code where tenant_id = $1 order by id offset 500 limit 1) as code`,
    at,
  )
  return { ...rows[0], memberEmail: 'member5000@example.org', awaited }
}

const nameOf = (number: string) => `(array[${quoted(firstNames)}])[1 + ${number} % ${firstNames.length}] as first_name,
  (array[${quoted(lastNames)}])[1 + ${number} / 7 % ${lastNames.length}]
    || case when ${number} % 3 = 0 then '' else ' ' || chr(97 + ${number} % 26) || chr(97 + ${number} / 26 % 26) || 'ak' end as last_name`

const members = (product: string, price: string) => `insert into membership
    (tenant_id, id, email, first_name, last_name, product_id, price_id, amount_minor, discount_minor, valid_from, valid_until, created_at, cancelled_at)
  select $1, uuidv7(begins - now()), 'member' || n || '@example.org', first_name, last_name, '${product}', '${price}', 2000, 0,
    begins, begins + interval '1 year', begins, case when n % 50 = 0 then begins + interval '3 days' end
  from (select n, ${nameOf('n')} from generate_series(1, ${people.members}) n) person, generate_series(0, n % 2) term,
    lateral (select now() - term * interval '1 year' - n % 500 * interval '1 day' as begins) since`

const memberNumbers = `insert into member (tenant_id, email, number, created_at)
  select $1, email, row_number() over (order by min(created_at), email), min(created_at) from membership where tenant_id = $1 group by email`

const memberWords = `insert into member_name_word (tenant_id, email, word)
  select distinct $1::uuid, email, translate(lower(word), 'éèê', 'eee')
  from membership, regexp_split_to_table(first_name || ' ' || last_name, ' ') word where tenant_id = $1`

const accounts = `insert into account (id, email, email_verified_at, created_at)
  select uuidv7(), 'member' || n || '@example.org', now(), now() from generate_series(1, ${people.purses}) n`

const cards = `insert into nfc_card (id, tag_id, number, account_id, created_at)
  select uuidv7(), lpad(upper(to_hex(n)), 8, '0'), lpad(n::text, 8, '0'), account.id, now()
  from generate_series(1, ${people.purses}) n join account on account.email = 'member' || n || '@example.org'`

const purses = `insert into purse (tenant_id, id, email, balance_minor, created_at)
  select $1, uuidv7(), 'member' || n || '@example.org', 1000, now() from generate_series(1, ${people.purses}) n`

const movements = `insert into purse_movement
    (tenant_id, id, purse_id, card_id, kind, change_minor, balance_minor, created_at)
  select $1, uuidv7(step * interval '1 second'), purse.id, nfc_card.id, (array['credit', 'debit', 'credit'])[step],
    (array[2000, -1500, 500])[step], (array[2000, 500, 1000])[step], now()
  from purse join account on account.email = purse.email join nfc_card on nfc_card.account_id = account.id, generate_series(1, 3) step
  where purse.tenant_id = $1`

const knownCards = `insert into known_card (tenant_id, card_id, opened_at)
  select $1, nfc_card.id, now() from purse join account on account.email = purse.email
    join nfc_card on nfc_card.account_id = account.id where purse.tenant_id = $1`

const codes = `insert into promotional_code
    (tenant_id, id, code, discount_hundredths, most_uses, used, active, created_at, updated_at)
  select $1, uuidv7(), 'CODE' || n, 1000, 100, n % 90, n % 10 <> 0, now(), now() from generate_series(1, ${people.codes}) n`

const guestList = `insert into guest_list (tenant_id, event_id, id, name, created_at) values ($1, $2, gen_random_uuid(), 'Press', now())`

/** Bookings of tonight. */
const guests = `insert into guest (tenant_id, event_id, key, list_id, reservation_id, note, created_at)
  select $1, $2, sha256(reservation.id::text::bytea), (select id from guest_list where tenant_id = $1), reservation.id, 'Blue wristband', now()
  from (select id from reservation where tenant_id = $1 and event_id = $2 order by id limit ${people.guests}) reservation`

/** Events to come are sold out: otherwise places are offered to whoever waits. @returns the one that most people wait for */
async function openAwaited(client: pg.Client, shop: Shop): Promise<string> {
  await client.query(soldOut, [shop.tenantId])
  await client.query(counted, [shop.tenantId])
  const { rows } = await client.query(
    `select id from event where tenant_id = $1 and starts_at > now() + interval '10 days' order by starts_at limit 1`,
    [shop.tenantId],
  )
  return String(rows[0].id)
}

const soldOut = `update event set capacity = greatest(1, (select count(*) from ticket where tenant_id = $1 and event_id = event.id))
  where tenant_id = $1 and starts_at > now()`

const counted = `insert into event_counter (tenant_id, event_id, held)
  select $1, id, capacity from event where tenant_id = $1 and starts_at > now()
  on conflict (tenant_id, event_id) do update set held = excluded.held`

const waiting = `insert into waiting_entry
    (tenant_id, id, event_id, price_id, email, places, language, status, waiting_since, created_at)
  select $1, uuidv7(), case when n <= ${people.waitingForOne} then $2::uuid else other.id end,
    (select price_id from reservation_line where tenant_id = $1 limit 1),
    'waiting' || n || '@example.org', 1 + n % 2, 'fr', 'waiting', now() - n * interval '1 minute', now()
  from generate_series(1, ${people.waiting}) n
  join (select id, row_number() over (order by starts_at) as number, count(*) over () as all_of_them from event
    where tenant_id = $1 and starts_at > now()) other on other.number = 1 + n % other.all_of_them`

const devices = `insert into device (tenant_id, id, name, claimed_at, key_prefix, key_hash, created_at, last_seen_at, gate)
  select $1, uuidv7(), 'Door ' || n, now(), 'bench' || lpad(n::text, 3, '0'), sha256(n::text::bytea), now(), now(), 'Gate ' || n % 4
  from generate_series(1, ${people.devices}) n`

const devicesOfTonight = `update scan_log set device_id = scanner.id
  from (select id, row_number() over (order by id) as number from device where tenant_id = $1) scanner
  where scan_log.tenant_id = $1 and scan_log.event_id = $2
    and scanner.number = 1 + get_byte(uuid_send(scan_log.id), 3) % ${people.devices}`

const conflicts = `insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, prior_device_id,
    prior_scanned_at, nonce, scanned_at, recorded_at, offline, conflict)
  select $1, uuidv7(), ticket.id, $2, device.id, 'admitted', 'scanned', device.id, ticket.scanned_at, gen_random_uuid(),
    now(), now(), true, 'already_scanned'
  from (select id, scanned_at from ticket where tenant_id = $1 and event_id = $2 and status = 'scanned' order by id
    limit ${people.conflicts}) ticket,
    (select id from device where tenant_id = $1 order by id limit 1) device`

const unsentMails = `update mail set status = 'failed', attempts = 12, failure = 'connection refused'
  where tenant_id = $1 and id in (select id from mail where tenant_id = $1 order by id desc limit ${people.unsentMails})`
