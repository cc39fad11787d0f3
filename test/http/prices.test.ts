import { describe, expect, it } from 'vitest'
import { openCatalogue } from '../harness/catalogue.ts'

const { server, keys, call, read, reader, product, makePrice } = await openCatalogue()
const unknown = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'

describe('a price', () => {
  it('needs a product, a name and an amount', async () => {
    const uuid = await product('one')
    const made = await makePrice('one', { product: uuid })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      uuid: expect.any(String),
      product: uuid,
      name: 'Full',
      short_description: null,
      long_description: null,
      prix: 10,
      vat: 'NA',
      stock: null,
      max_per_user: 10,
      recurring_payment: false,
      subscription_type: null,
      adhesion_obligatoire: null,
      free_price: false,
      sales_start: null,
      sales_end: null,
    })
    expect((await read('one', `/api/prices/${made.json.uuid}`)).json).toEqual(made.json)
    const listed = (await read('one', '/api/products/')).json.find((row: { uuid: string }) => row.uuid === uuid)
    expect(listed.prices).toEqual([made.json])
  })

  it('takes every field, and a change of any of them', async () => {
    const membership = await product('one', { categorie_article: 'A' })
    const made = await makePrice('one', {
      product: await product('one'),
      short_description: 'Short',
      long_description: 'Long\nand longer',
      prix: '12.50',
      vat: 5.5,
      max_per_ser: '4',
      stock: '100',
      subscription_type: 'Y',
      adhesion_obligatoire: membership,
    })
    expect(made.json).toMatchObject({
      short_description: 'Short',
      long_description: 'Long\nand longer',
      prix: 12.5,
      vat: '5.50',
      max_per_user: 4,
      stock: 100,
      subscription_type: 'Y',
      adhesion_obligatoire: membership,
    })
    const path = `/api/prices/${made.json.uuid}/`
    const changed = await call('one', 'PATCH', path, {
      stock: null,
      vat: 'NA',
      adhesion_obligatoire: '',
      prix: 0,
      max_per_user: 2,
    })
    const expected = { ...made.json, stock: null, vat: 'NA', adhesion_obligatoire: null, prix: 0, max_per_user: 2 }
    expect(changed.json).toEqual(expected)
    expect((await call('one', 'PATCH', path, {})).json).toEqual(expected)
    expect((await call('one', 'PATCH', `/api/prices/${unknown}/`, { adhesion_obligatoire: unknown })).status).toBe(404)
  })

  it.each([
    ['NA', 'NA'],
    ['', 'NA'],
    [null, 'NA'],
    [0, '0.00'],
    ['5.5', '5.50'],
    [20, '20.00'],
    ['DX', '10.00'],
    ['VG', '20.00'],
    ['HC', '8.50'],
    ['DD', '2.20'],
    [100, '100.00'],
  ])('reads the VAT %j as %s', async (vat, expected) => {
    expect((await makePrice('one', { product: await product('one'), vat })).json.vat).toBe(expected)
  })

  it.each([
    [{ max_per_ser: 3 }, 3],
    [{ max_per_user: 3 }, 3],
    [{ max_per_ser: 3, max_per_user: '3' }, 3],
    [{ max_per_ser: null, max_per_user: 3 }, 3],
    [{ max_per_ser: '' }, 10],
  ])('reads the personal maximum of %j', async (body, expected) => {
    expect((await makePrice('one', { product: await product('one'), ...body })).json.max_per_user).toBe(expected)
  })

  it.each([
    [{ max_per_ser: 3, max_per_user: 4 }, 'max_per_ser'],
    [{ max_per_user: 0 }, 'max_per_user'],
    [{ prix: -1 }, 'prix'],
    [{ prix: 1.005 }, 'prix'],
    [{ prix: 1e12 }, 'prix'],
    [{ prix: 'free' }, 'prix'],
    [{ prix: undefined }, 'prix'],
    [{ vat: 101 }, 'vat'],
    [{ vat: -1 }, 'vat'],
    [{ vat: 'XX' }, 'vat'],
    [{ vat: 5.555 }, 'vat'],
    [{ stock: -1 }, 'stock'],
    [{ stock: 2.5 }, 'stock'],
    [{ stock: 2_147_483_648 }, 'stock'],
    [{ subscription_type: 'Z' }, 'subscription_type'],
    [{ product: unknown }, 'product'],
    [{ product: 7 }, 'product'],
    [{ adhesion_obligatoire: unknown }, 'adhesion_obligatoire'],
  ])('refuses %j', async (body, field) => {
    const refused = await makePrice('one', { product: await product('one'), ...body })
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(refused.json.errors)).toEqual([field])
  })

  it('asks for a membership product of the same tenant', async () => {
    const ticket = await product('one')
    for (const other of [ticket, await product('two', { categorie_article: 'A' })]) {
      const refused = await makePrice('one', { product: ticket, adhesion_obligatoire: other })
      expect(refused.json.errors).toHaveProperty('adhesion_obligatoire')
    }
  })
})

describe('POST /api/prices/', () => {
  it('lists without a body, and for an empty one, for everybody', async () => {
    await makePrice('two', { product: await product('two') })
    const listed = await read('two', '/api/prices/')
    expect([listed.status, listed.json.length]).toEqual([200, 1])
    const json = { 'content-type': 'application/json' }
    for (const options of [
      {},
      { body: {} },
      { body: ' { } ' },
      // What a program's library makes of no value (ADR 0049).
      { body: 'null', headers: json },
      { body: '', headers: json },
      { headers: json },
      // What curl adds to `-d ''`.
      { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]) {
      const answer = await server.send('two', 'POST', '/api/prices/', options)
      expect([answer.status, answer.json]).toEqual([200, listed.json])
    }
    expect((await server.send('two', 'POST', '/api/prices', { key: keys['two'] ?? '' })).json).toEqual(listed.json)
    expect((await server.send('two', 'POST', '/api/prices/?limit=0')).status).toBe(400)
  })

  it('creates for any other body, which takes the right before it is read', async () => {
    const good = { product: await product('two'), name: 'Full', prix: 1 }
    const before = (await read('two', '/api/prices/')).json.length
    for (const body of [good, { unknown: true }, { prix: 'x' }, '[]', '"text"', 'true']) {
      const anonymous = await server.send('two', 'POST', '/api/prices/', { body })
      expect([anonymous.status, anonymous.json.code], JSON.stringify(body)).toEqual([401, 'credentials_required'])
      const other = await server.send('two', 'POST', '/api/prices/', { body, ...reader('two') })
      expect([other.status, other.json.code]).toEqual([403, 'permission_denied'])
    }
    for (const body of [{ unknown: true }, { prix: 'x' }, '[]', '"text"', 'true'])
      expect((await call('two', 'POST', '/api/prices/', body)).json.code).toBe('validation_failed')
    expect((await read('two', '/api/prices/')).json).toHaveLength(before)
  })

  it('gives pages like GET', async () => {
    const uuid = await product('two')
    for (let number = 0; number < 3; number++) await makePrice('two', { product: uuid, name: `${number}` })
    const names: string[] = []
    let next: string | undefined = `/api/prices/?limit=2&product=${uuid}`
    while (next !== undefined) {
      const page = await server.send('two', 'POST', next)
      names.push(...page.json.map((row: { name: string }) => row.name))
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(names).toEqual(['0', '1', '2'])
  })
})
