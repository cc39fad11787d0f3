import { expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Lists of what is sold and of what events are made of are counted, and put in order by the heads of their columns (ADR 0283). */
const { server, hall, other } = await twoOffices()
const manager = await staffOf(server, hall)

const beta = await hall.price('B', { name: 'Beta full', prix: 12 })
const eclair = await hall.price('T', { name: 'Éclair shirt', prix: 5 })
const alpha = await hall.price('B', { name: 'alpha child', prix: 30 })
await other.price('B', { name: 'Theirs' })
const rename = (id: string, name: string) => hall.patch(`/api/products/${id}/`, { name })
await rename(beta.product, 'Beta')
await rename(eclair.product, 'Éclair')
await rename(alpha.product, 'alpha')
for (const name of ['Gamma', 'Ärger', 'beta']) await hall.create('artists', { name })
await other.create('artists', { name: 'Theirs' })

/** The names that stand in the rows, in their order, and how many the list says that it found. */
async function listed(path: string, names: readonly string[]) {
  const { status, text } = await manager.show(path)
  const body = /<tbody>.*<\/tbody>/s.exec(text)?.[0] ?? ''
  const found = names.filter((name) => body.includes(`>${name}<`))
  const [, count] = /<dl class="sums">.*?<dd>(\d+)<\/dd>/s.exec(text) ?? []
  return { status, count, names: found.toSorted((one, two) => body.indexOf(`>${one}<`) - body.indexOf(`>${two}<`)) }
}
const products = ['Beta', 'Éclair', 'alpha']

/** Seen red with the order turned round passed over, and with the kind not looked at. */
it.each([
  ['products/', products, ['alpha', 'Beta', 'Éclair']],
  ['products/?sort=-name', products, ['Éclair', 'Beta', 'alpha']],
  ['products/?sort=-kind', products, ['Éclair', 'alpha', 'Beta']],
  ['prices/?sort=name', ['Beta full', 'Éclair shirt', 'alpha child'], ['alpha child', 'Beta full', 'Éclair shirt']],
  ['prices/?sort=-of', ['Beta full', 'Éclair shirt', 'alpha child'], ['Éclair shirt', 'Beta full', 'alpha child']],
  ['prices/?sort=amount', ['Beta full', 'Éclair shirt', 'alpha child'], ['Éclair shirt', 'Beta full', 'alpha child']],
  ['artists/', ['Gamma', 'Ärger', 'beta'], ['Ärger', 'beta', 'Gamma']],
  ['artists/?sort=-name', ['Gamma', 'Ärger', 'beta'], ['Gamma', 'beta', 'Ärger']],
])('%s', async (path, names, order) => {
  expect(await listed(`/admin/${path}`, names)).toEqual({ status: 200, count: '3', names: order })
})

it('refuse an order that they do not have', async () => {
  for (const path of ['products', 'prices', 'artists', 'imports'])
    expect((await manager.show(`/admin/${path}/?sort=colour`)).status).toBe(400)
  expect((await manager.show('/admin/imports/?sort=-file')).status).toBe(200)
})
