import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at, beginningOf, below, paths, visitorPaths } from '../../src/lib/paths.ts'

describe('an address of the administration', () => {
  it('encodes what stands in it, and leaves out what is empty of its query', () => {
    expect(at(paths.card, { tag_id: 'a/b ?' }, { done: 'lost' })).toBe('/admin/cards/a%2Fb%20%3F/?done=lost')
    expect(at(paths.reservations, {}, { q: 'Ada & Co', event: null, state: '' })).toBe(
      '/admin/reservations/?q=Ada+%26+Co',
    )
    // @ts-expect-error No page has this address.
    at('/admin/nowhere/', {})
    // @ts-expect-error Of which reservation?
    at(paths.reservation, {})
  })

  /** Seen red with a literal put back in kit/areas.ts. */
  it('is written in lib/paths.ts alone', () => {
    const files = globSync('src/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(800)
    expect(files.filter((file) => /['"`]\/admin\//.test(readFileSync(file, 'utf8')))).toEqual(['src/lib/paths.ts'])
  })
})

describe('an address of visitors', () => {
  const { booking, bookingTicketHolder } = visitorPaths

  it('is built as those of the administration are', () => {
    const proven = { uuid: '018f', proof: 'a-b_c' }
    expect(at(booking, proven, { step: 'paid' })).toBe('/bookings/018f/a-b_c/?step=paid')
    expect(at(visitorPaths.bookingCalendar, proven)).toBe('/bookings/018f/a-b_c/event.ics')
    // @ts-expect-error Who proves it?
    at(booking, { uuid: '018f' })
  })

  it('goes on from the page that it is below', () => {
    expect(below(booking, bookingTicketHolder, { ticket: '018e' })).toBe('tickets/018e/holder/')
    // @ts-expect-error Of which ticket?
    below(booking, bookingTicketHolder, {})
    // @ts-expect-error The event is not below the booking.
    below(booking, visitorPaths.event, { slug: 'swing' })
  })

  it('begins as all of its kind do', () => {
    expect([booking, visitorPaths.account].map(beginningOf)).toEqual(['/bookings/', '/account/'])
  })

  /** Seen red with a literal put back in layout.tsx, and behind a base in remind-members.ts. */
  it('is written in lib/paths.ts alone', () => {
    const rooms = new Set(Object.values(visitorPaths).map((path) => path.split('/')[1] ?? ''))
    // What programs call is fixed by the interface, and the files of the scanner are its own.
    for (const shared of ['', 'api', '.well-known', 'scanner']) rooms.delete(shared)
    const literal = new RegExp(`['"\`}]/(${[...rooms].join('|')})/`)
    const files = globSync('src/**/*.{ts,tsx}')
    expect(files.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual(['src/lib/paths.ts'])
  })
})
