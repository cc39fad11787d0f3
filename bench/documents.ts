import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { makeTickets } from '../src/integrations/documents/make-document.ts'
import { makePaperLogo } from '../src/integrations/documents/paper-logo.ts'
import type { TicketPage } from '../src/integrations/documents/ticket-pages.ts'
import { paperPoster, posterCut } from '../src/integrations/documents/ticket-poster.ts'
import { cutPicture } from '../src/integrations/media/cut.ts'
import { type Bench, median } from './lib/figures.ts'
import { photograph } from './lib/photograph.ts'

const mostMs = 50
const rounds = 30
const manyPages = 50

/** How long the tickets of a booking take to draw. */
export const documentsBench: Bench = {
  name: 'Tickets as PDF',
  notes: [
    `One process, nothing else; fonts open, since a process opens them once. The median of ${rounds}, and the slowest.`,
  ],
  async run(log, { quick }) {
    const first = await measure(1)
    log(`first document of a process: ${first.toFixed(0)} ms`)
    for (let warm = 0; warm < 20; warm++) await measure(1)
    const figures = []
    for (const pages of [1, manyPages]) {
      const times: number[] = []
      for (let round = 0; round < (quick ? 3 : rounds); round++) times.push((await measure(pages)) / pages)
      const typical = median(times)
      figures.push({
        name: pages === 1 ? 'a booking of one ticket' : `each ticket of a booking of ${pages}`,
        value: `${typical.toFixed(1)} ms (slowest ${Math.max(...times).toFixed(1)} ms)`,
        target: { text: `< ${mostMs} ms`, reached: typical < mostMs },
      })
    }
    return [...figures, { name: 'the first document of a process', value: `${first.toFixed(0)} ms`, target: null }]
  },
}

/** As most organisations and events have them. */
const pictures = {
  logo: await makePaperLogo(
    await sharp({ create: { width: 480, height: 160, channels: 4, background: '#2b3fd680' } })
      .webp()
      .toBuffer(),
  ),
  poster: paperPoster(await cutPicture(await photograph(), posterCut([50, 50]))),
}

async function measure(pages: number): Promise<number> {
  const info = { title: 'Tickets', author: 'Bench Hall', language: 'en', createdAt: new Date() }
  const began = performance.now()
  await makeTickets(info, pictures, Array.from({ length: pages }, ticket))
  return performance.now() - began
}

/** Another name and code each time, as on real ones. */
function ticket(): TicketPage {
  const id = randomBytes(5).toString('hex')
  return {
    organisation: 'Bench Hall',
    mark: null,
    accentColor: '#2b3fd6',
    eventName: 'Les Hiboux – the long night of summer',
    count: 'Ticket 1 of 1',
    day: 'Friday 12 June 2026',
    times: 'Start 20:30 · Doors 19:30',
    place: ['Bench Hall, Main stage', '12 rue des Métallos, 75011 Paris'],
    facts: [
      { label: 'Name', value: `Zoé Łódź-${id}` },
      { label: 'Price', value: 'Concert, Full price · €24.00' },
      { label: 'Seat', value: 'Free seating' },
      { label: 'Options', value: 'Vegetarian, Cloakroom' },
      { label: 'Ticket number', value: id },
    ],
    qrCodeData: `${randomBytes(47).toString('base64url')}:${randomBytes(64).toString('base64url')}`,
    instruction: 'Show this code at the door, on paper or on a screen. It lets one person in, once.',
    things: { label: 'To collect at the box office', value: '2 × T-shirt, L · 1 × Picnic' },
    mentions: [`Ticket number ${id}`, 'Bench Hall, 12 rue des Métallos, 75011 Paris', 'SIRET 123 456 789 00012'],
    unprintable: 'As given when booking',
  }
}
