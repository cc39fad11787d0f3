import { expect, it } from 'vitest'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, hall } = await twoOffices()

/** What a first visit loads besides its pictures. */
it('the stylesheet and its fonts come from this host, are kept for long, and are light', async () => {
  const page = await server.send(hall.slug, 'GET', '/', { headers: { accept: 'text/html' } })
  const path = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? ''
  const css = await server.send(hall.slug, 'GET', path)
  expect(css.status).toBe(200)
  expect(css.text).toContain('font-display: swap')
  expect(css.text).not.toMatch(/url\("?(https?:)?\/\//)
  const fonts = [...css.text.matchAll(/url\("([^"]+)"\)/g)].map(([, font]) => font ?? '')
  expect(fonts).toHaveLength(2)
  const sizes: number[] = []
  for (const font of fonts) {
    for (const label of [hall.slug, '']) {
      const answer = await server.send(label, 'GET', font)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'font/woff2'])
      expect(answer.headers['cache-control']).toContain('immutable')
    }
    sizes.push(Number((await server.send(hall.slug, 'GET', font)).headers['content-length']))
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(45_000)
  expect((await server.send(hall.slug, 'GET', '/assets/000000000000.woff2')).status).toBe(404)
})
