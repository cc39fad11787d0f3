import { expect, it } from 'vitest'
import { everyCategory } from '../harness/every-category.ts'
import { withoutLanguages } from '../harness/forms.ts'
import { languagesOf } from '../harness/read-out.ts'

/** ADR 0073: each kind of organisation shows its events in its own order. */
const at = await everyCategory()

const read = async (label: 'venue' | 'festival' | 'tour' | 'agency', language = 'en') => {
  const headers = { accept: 'text/html', 'accept-language': language }
  const answer = await at.server.send(label, 'GET', '/', { headers })
  expect(answer.status).toBe(200)
  return answer.text.replace(/<head>.*<\/head>/s, '')
}

/** Each comes, and after the one before. */
function inOrder(page: string, words: readonly string[]): void {
  let from = 0
  for (const word of words) {
    const found = page.indexOf(word, from)
    expect(found, word).toBeGreaterThanOrEqual(0)
    from = found + word.length
  }
}

it('a venue: nights in order, with their artists', async () => {
  const artist = await at.create('venue', '/api/artists/', { name: 'Mira Cole' })
  await at.create('venue', '/api/events/', { name: 'Second night', datetime: '2031-06-12T19:00:00Z' })
  await at.create('venue', '/api/events/', {
    name: 'First night',
    datetime: '2031-06-11T19:00:00Z',
    artists: [{ uuid: artist }],
  })
  inOrder(await read('venue'), ['First night', 'Mira Cole', 'Second night'])
})

/** Seen red with the calendar's day instead of the house's: the late act stood under Saturday. */
it('a festival: day by day, stage by stage, and after midnight is still that night', async () => {
  const location = await at.first('festival', '/api/locations/')
  const [harbour, tent] = [
    await at.create('festival', '/api/stages/', { name: 'Harbour', location }),
    await at.create('festival', '/api/stages/', { name: 'Tent', location }),
  ]
  const play = (name: string, datetime: string, stage: string) =>
    at.create('festival', '/api/events/', { name, datetime, stage, location })
  await play('Late act', '2031-06-13T23:30:00Z', tent)
  await play('Early act', '2031-06-13T16:00:00Z', harbour)
  await play('Main act', '2031-06-13T19:00:00Z', harbour)
  await play('Matinee', '2031-06-14T12:00:00Z', tent)
  const page = await read('festival')
  inOrder(page, ['Friday 13 June', 'Harbour', '18:00', 'Early act', 'Main act', 'Tent', '01:30', 'Late act'])
  inOrder(page, ['Late act', 'Saturday 14 June', 'Tent', 'Matinee'])
  expect(page.match(/Saturday 14 June/g)).toHaveLength(1)
})

it('a project: dates with town and place', async () => {
  const location = await at.create('tour', '/api/locations/', { name: 'Le Quai', city: 'Angers' })
  await at.create('tour', '/api/events/', { name: 'The Tour', datetime: '2031-06-15T18:00:00Z', location })
  inOrder(await read('tour'), ['Sunday 15 June', 'Angers, Le Quai', 'The Tour'])
})

it('a producer: projects, then their dates', async () => {
  const [one, two] = [
    await at.create('agency', '/api/projects/', { name: 'The Owls' }),
    await at.create('agency', '/api/projects/', { name: 'Paper Boats' }),
  ]
  const date = (name: string, project: string, datetime: string) =>
    at.create('agency', '/api/events/', { name, project, datetime })
  await date('Owls in June', one, '2031-06-01T18:00:00Z')
  await date('Boats in July', two, '2031-07-01T18:00:00Z')
  await date('Owls in August', one, '2031-08-01T18:00:00Z')
  inOrder(await read('agency'), ['The Owls', 'Owls in June', 'Owls in August', 'Paper Boats', 'Boats in July'])
})

/** Seen red with `Written` marking nothing. */
it('titles and billings are marked as what they are where somebody reads the page in another language', async () => {
  for (const [label, words] of [
    ['venue', ['First night', 'Mira Cole']],
    ['festival', ['Late act', 'Matinee']],
    ['tour', ['The Tour']],
    ['agency', ['The Owls', 'Owls in June']],
  ] as const) {
    const [inFrench, inEnglish] = [await read(label, 'fr'), await read(label)]
    for (const said of words) expect(languagesOf(inFrench, said), said).toEqual(['en'])
    expect(withoutLanguages(inEnglish)).not.toMatch(/<[^h][^>]* lang=/)
  }
})
