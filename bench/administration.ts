import { type BigHouse, fillHouse } from './lib/big-house.ts'
import { people } from './lib/house-people.ts'
import { type Bench, type Log, type Measure, median } from './lib/figures.ts'
import { startService } from './lib/service.ts'
import { openShop } from './lib/shop.ts'
import { type BenchStaff, signInAt } from './lib/staff.ts'

const bookingCount = 100_000
const times = 20
const mostMs = 100

/** What people at the desk wait for, in a house that has sold for more than a year. */
export const administrationBench: Bench = {
  name: 'Administration',
  notes: [
    `A tenant with ${(2 * bookingCount).toLocaleString('en')} tickets of 301 events, each paid, mailed and in the log; tonight 2,000 of them, 1,500 inside.`,
    `Each page asked ${times} times one after the other by an owner, after once unmeasured; until the last byte; one process.`,
    `Beside them ${people.members.toLocaleString('en')} members, ${people.purses.toLocaleString('en')} purses with a card, ${people.codes.toLocaleString('en')} codes, ${people.waiting.toLocaleString('en')} people waiting, ${people.guests} guests tonight, ${people.devices} devices, ${people.unsentMails} mails that did not arrive, ${people.conflicts} people let in twice.`,
    'Milliseconds: the median, then the slowest, which the target is about.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    try {
      const shop = await openShop(service)
      const house = await fillHouse(service, shop, quick ? bookingCount / 10 : bookingCount, log)
      const staff = await signInAt(service, shop)
      const measures: Measure[] = []
      for (const [name, path] of pagesOf(house)) measures.push(await measurePage(staff, name, path, log))
      return measures
    } finally {
      await service.stop()
    }
  },
}

function pagesOf(house: BigHouse): readonly (readonly [name: string, path: string])[] {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const found = (text: string) => `/admin/reservations/?q=${encodeURIComponent(text)}`
  return [
    ['today', '/admin/'],
    ['desk', '/admin/sale/'],
    ['reservations', '/admin/reservations/'],
    ['reservations, page 20', '/admin/reservations/?page=20'],
    ['reservations of tonight', `/admin/reservations/?event=${house.tonight}`],
    ['reservations to pay (none)', '/admin/reservations/?state=to_pay'],
    ['search: first name of one in ten', found('Marie')],
    ['search: three letters', found('mar')],
    ['search: two letters, a name of one in ten', found('da')],
    ['search: two letters, nobody', found('Wu')],
    ['search: first and last name', found('marie martin')],
    ['search: rare name', found('Zoé Roux abcot')],
    ['search: nobody', found('Xanthippe')],
    ['search: address', found(house.email)],
    ['search: beginning of every address', found('guest')],
    ['search: number', found(house.reference)],
    ['search: name, of tonight', `${found('Marie')}&event=${house.tonight}`],
    ['search: name, cancelled (none)', `${found('Marie')}&state=cancelled`],
    ['one reservation', `/admin/reservations/${house.reservation}/`],
    ['things to hand out', '/admin/hand-outs/'],
    ['things to hand out: name', '/admin/hand-outs/?q=Marie'],
    ['things to hand out: two letters', '/admin/hand-outs/?q=da'],
    ['events', '/admin/events/'],
    ['events: search', '/admin/events/?q=night+2'],
    ['event of tonight', `/admin/events/${house.tonight}/`],
    ['products', '/admin/products/'],
    ['door lists', '/admin/door-lists/'],
    ['devices', '/admin/devices/'],
    ['accounting, 30 days', `/admin/accounting/?from=${day(30)}&to=${day(0)}`],
    ['accounting, a year', `/admin/accounting/?from=${day(365)}&to=${day(0)}`],
    ['receipts', '/admin/accounting/receipts/'],
    ['refunds', '/admin/refunds/'],
    ['members', '/admin/members/'],
    ['members, page 20', '/admin/members/?page=20'],
    ['members: name of one in ten', '/admin/members/?q=Marie'],
    ['members: rare name', '/admin/members/?q=Paul+ddak'],
    ['members: nobody', '/admin/members/?q=Xanthippe'],
    ['members: address', `/admin/members/?q=${house.memberEmail}`],
    ['members: beginning of every address', '/admin/members/?q=member'],
    ['members: valid', '/admin/members/?state=valid'],
    ['members: ended', '/admin/members/?state=ended'],
    ['one member', `/admin/members/${house.membership}/`],
    ['cards', '/admin/cards/'],
    ['cards, page 20', '/admin/cards/?page=20'],
    ['cards: address', `/admin/cards/?q=${house.memberEmail}`],
    ['one purse', `/admin/cards/${house.tag}/`],
    ['promotional codes', '/admin/promotional-codes/'],
    ['one promotional code', `/admin/promotional-codes/${house.code}/`],
    ['waiting lists', '/admin/waiting-lists/'],
    ['people who wait for one event', `/admin/waiting-lists/${house.awaited}/`],
    ['guests of tonight', `/admin/events/${house.tonight}/guests/`],
    ['mails', '/admin/mails/'],
    ['exports', '/admin/exports/'],
    ['audit log', '/admin/audit/'],
  ]
}

async function measurePage(staff: BenchStaff, name: string, path: string, log: Log): Promise<Measure> {
  await staff.show(path)
  const took: number[] = []
  for (let time = 0; time < times; time++) took.push((await staff.show(path)).ms)
  const slowest = Math.max(...took)
  const value = `${median(took).toFixed(0)}, ${slowest.toFixed(0)} ms`
  log(`${name}: ${value}`)
  return { name, value, target: { text: `< ${mostMs} ms`, reached: slowest < mostMs } }
}
