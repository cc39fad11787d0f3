import { expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * A form whose value is refused comes back as it was typed, and with what its writer saw: somebody who saved meanwhile is not on it,
 * and is not overwritten without a word by the next press. Seen red with the newest version in its place.
 */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)

const { product, price } = await hall.price('B')
const paths = {
  event: `/admin/events/${await hall.event([product])}/description/`,
  product: `/admin/products/${product}/`,
  price: `/admin/prices/${price}/`,
  artist: `/admin/artists/${await hall.create('artists', { name: 'Ada' })}/`,
  code: `/admin/promotional-codes/${await hall.create('promotional-codes', { code: 'NOW', discount_rate: 10, products: [product] })}/`,
  settings: '/admin/settings/',
}
for (const { slug } of [hall, other]) await server.cli('device', 'create', '--tenant', slug, '--name', 'Door')
const { rows } = await client.query<{ id: string }>('select id from device where tenant_id = $1', [hall.tenantId])

it.each(Object.entries({ ...paths, device: `/admin/devices/${rows[0]?.id}/` }))(
  'of %s keeps what was seen',
  async (_, path) => {
    const now = /name="seen" value="([^"]+)"/.exec((await staff.show(path)).text)?.[1] ?? ''
    const before = [...now].toReversed().join('')
    const empty = ['name', 'code', 'organisation', 'email', 'gate', 'ends_at'].map((field) => [field, ''] as const)
    const refused = await staff.press(path, [['seen', before], ['role', 'steward'], ...empty])
    expect(refused.status, refused.text).toBe(400)
    expect(refused.text).toContain(`name="seen" value="${before}"`)
    expect((await staff.show(path)).text).toContain(`name="seen" value="${now}"`)
  },
)
