import { expect, it } from 'vitest'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The page of an event, read by somebody who thinks of coming: what is said before anything is asked. */
const { server, hall, other } = await twoOffices()

async function night(products: readonly string[], fields = {}, office = hall) {
  const event = await office.event(products, fields)
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return { event, path: `/events/${slug}/` }
}

async function show(path: string, { office = hall, cookie = '' } = {}): Promise<string> {
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const answer = await server.send(office.slug, 'GET', path, { headers, ...(cookie === '' ? {} : { cookie }) })
  expect(answer.status).toBe(200)
  return answer.text
}

const leftOn = (page: string) => [...page.matchAll(/>(\d+ left(?: in all)?)</g)].map(([, said]) => said)

/** Seen red with every number that is known, and with that of the capacity at each of its prices. */
it('says what is left when it is little, once for all prices that share it, and to staff always', async () => {
  const [many, some, shirt] = [
    await hall.price('B', { name: 'Many', stock: 300 }),
    await hall.price('B', { name: 'Some', stock: 4 }),
    await hall.price('T', { name: 'Shirt', stock: 40 }),
  ]
  const free = await hall.price('B', { name: 'Without stock' })
  const sold = [many, some, shirt, free].map(({ product }) => product)
  const large = await night(sold)
  expect(leftOn(await show(large.path))).toEqual(['4 left'])
  const small = await night(sold, { capacity: 6 })
  expect(leftOn(await show(small.path))).toEqual(['6 left in all', '4 left'])
  expect(leftOn(await show(`/embed${small.path}`))).toEqual(['6 left in all', '4 left'])
  const alone = await night([free.product], { capacity: 6 })
  expect(leftOn(await show(alone.path))).toEqual(['6 left'])
  const desk = (await (await staffOf(server, hall)).show(`/admin/sale/?event=${large.event}`, 'en')).text
  for (const said of ['300 left', '4 left', '40 left']) expect(desk).toContain(said)
})

/** Seen red with the link for whoever is signed in, too. */
it('leads members to where they sign in, and back', async () => {
  const card = await other.price('A', { subscription_type: 'Y' })
  const { product } = await other.price('B', { name: 'Members', adhesion_obligatoire: card.product })
  const { path } = await night([product], {}, other)
  // Seen red without the way to become one.
  const link = `<a href="/sign-in/?next=${encodeURIComponent(path)}">Member? Sign in</a> · <a href="/membership/">Become a member</a>`
  expect(await show(path, { office: other })).toContain(link)
  const cookie = await signIn(server, other.slug, other.slug, 'ada@example.org')
  expect(await show(path, { office: other, cookie })).not.toContain('Member? Sign in')
})

/** Seen red with the whole of a long text. */
it('tells of the event before the form, and folds what is long', async () => {
  const { product } = await hall.price('B')
  const first = 'We play all night. '.repeat(10).trim()
  const long = await night([product], { long_description: `${first}\n\n${'And then we dance. '.repeat(20).trim()}` })
  const page = await show(long.path)
  expect(page).toMatch(
    new RegExp(`>${first}</p></div><details><summary>Read more</summary><div class="prose"><p>And then`),
  )
  expect(page.indexOf('And then we dance.')).toBeLessThan(page.indexOf('id="booking"'))
  const short = await show((await night([product], { long_description: first })).path)
  expect(short).toContain(`>${first}</p>`)
  expect(short).not.toContain('Read more')
})
