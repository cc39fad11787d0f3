import { describe, expect, it } from 'vitest'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, hall, other } = await twoOffices()

const uuid = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'

// Seen red with every path answered as not_found in setNotFoundHandler: 404 without Allow.
describe('a known path asked by another method', () => {
  it.each([
    ['DELETE', '/api/products/', 'GET, HEAD, POST'],
    ['PUT', `/api/events/${uuid}`, 'DELETE, GET, HEAD, PATCH'],
    ['GET', `/api/reservations/${uuid}/cancellation/`, 'POST'],
    ['PATCH', '/.well-known/jwks.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET'],
  ])('%s %s is a 405 that allows %s', async (method, path, allowed) => {
    for (const { slug } of [hall, other]) {
      const answer = await server.send(slug, method, path)
      expect([answer.status, answer.headers['allow']]).toEqual([405, allowed])
      expect(answer.json).toMatchObject({ status: 405, code: 'method_not_allowed' })
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
  })

  it('under /scan/ is told in its envelope', async () => {
    const answer = await server.send(hall.slug, 'GET', '/scan/ticket/')
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST'])
    expect(answer.json).toMatchObject({ success: false, code: 'method_not_allowed' })
  })

  it('is a page that is not there for a person', async () => {
    const headers = { accept: 'text/html' }
    const answer = await server.send(hall.slug, 'GET', '/events/night/booking/', { headers })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST'])
    expect(answer.text).toContain('<h1>Not found</h1>')
  })
})

describe('what is nobody’s stays a 404', () => {
  // Seen red without isAtHost in collectMethods: Allow on a venue tells of what only Meta has.
  it.each([
    ['an unknown path', 'GET', '/api/nothing/'],
    ['what only Meta has, elsewhere', 'DELETE', '/api/place/'],
    ['what is longer than its path', 'PUT', '/api/products/a/b/'],
    ['another character for the point of a name', 'PATCH', '/.well-known/jwksxjson'],
  ])('%s', async (_name, method, path) => {
    const answer = await server.send(hall.slug, method, path)
    expect([answer.status, answer.json.code, answer.headers['allow']]).toEqual([404, 'not_found', undefined])
  })

  it('every path of an unknown host', async () => {
    expect((await server.send('nobody', 'DELETE', '/api/products/')).status).toBe(404)
    const onMeta = await server.send('meta', 'DELETE', '/api/place/')
    expect([onMeta.status, onMeta.headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
  })
})
