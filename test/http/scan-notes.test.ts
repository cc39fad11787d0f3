import { expect, it } from 'vitest'
import { shownForm } from '../harness/forms.ts'
import { scanningAt } from '../harness/scanning.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** What a product and a price say to whoever stands at the door (ADR 0143). */
const doors = await twoDoors()
const { server, client, hall, other } = doors
const { ticket, scan, check } = scanningAt(doors)

async function note(staff: Staff, path: string, text: string): Promise<void> {
  const fields = { ...(await shownForm(staff, path, path)), scan_note: text }
  const { status } = await staff.press(path, Object.entries(fields))
  expect(status).toBe(303)
}

const productOf = async (priceId: string): Promise<string> => {
  const { rows } = await client.query('select product_id from price where id = $1', [priceId])
  return rows[0].product_id
}

/** Seen red with the two columns taken out of the scan statement: admitted without a note. */
it('is said with every ticket of it, admitted or not, and of nobody else’s', async () => {
  const staff = await staffOf(server, hall)
  const [price, product] = [`/admin/prices/${hall.priceId}/`, await productOf(hall.priceId)]
  const { qr: before } = await ticket()
  expect((await scan({ qrcode_data: before })).json.ticket).not.toHaveProperty('scan_note')
  await note(staff, `/admin/products/${product}/`, 'Give the blue wristband.')
  const { qr } = await ticket()
  expect((await check({ qrcode_data: qr })).json.ticket.scan_note).toBe('Give the blue wristband.')
  await note(staff, price, 'Look at the <b>student</b> card.')
  const both = 'Give the blue wristband.\nLook at the <b>student</b> card.'
  const nonce = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'
  const admitted = await scan({ qrcode_data: qr, nonce })
  expect([admitted.json.success, admitted.json.ticket.scan_note]).toEqual([true, both])
  expect((await scan({ qrcode_data: qr, nonce })).text).toBe(admitted.text)
  const again = (await scan({ qrcode_data: qr })).json
  expect([again.code, again.ticket.scan_note]).toEqual(['already_scanned', both])
  await note(staff, `/admin/products/${product}/`, '')
  expect((await check({ qrcode_data: qr })).json.ticket.scan_note).toBe('Look at the <b>student</b> card.')
  await note(await staffOf(server, other), `/admin/prices/${other.priceId}/`, 'Elsewhere')
  expect((await check({ qrcode_data: qr })).text).not.toContain('Elsewhere')
})
