import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PictureServer, startPictureServer } from '../harness/picture-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let pictures: PictureServer
let server: TestServer

beforeAll(async () => {
  pictures = await startPictureServer()
  server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  for (const [organisation, email] of [
    ['Le Bikini', 'ada@bikini.test'],
    ['Other Hall', 'eve@other.test'],
  ] as const) {
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      organisation,
      '--category',
      'S',
      '--email',
      email,
      '--image-url',
      pictures.url('/picture.png'),
      '--logo-url',
      pictures.url('/logo.png'),
    )
  }
})

afterAll(async () => {
  await server?.stop()
  await pictures?.stop()
})

type Variations = Record<'fhd' | 'hdr' | 'med' | 'thumbnail', string>

async function placeOf(slug: string): Promise<{ img_variations: Variations; logo_variations: Variations }> {
  const places = (await server.send('meta', 'GET', '/api/place/')).json as { slug: string }[]
  return places.find((place) => place.slug === slug) as never
}

async function sizeOf(label: string, path: string): Promise<[number, number]> {
  const response = await request(`http://127.0.0.1:${server.port}/${path}`, {
    headers: { host: `${label}.localhost:${server.port}` },
  })
  expect(response.statusCode).toBe(200)
  const { width, height } = await sharp(await response.body.bytes()).metadata()
  return [width, height]
}

it('serves each size on the tenant’s host and on Meta, for ever', async () => {
  const { img_variations, logo_variations } = await placeOf('le-bikini')
  for (const label of ['le-bikini', 'meta']) {
    for (const path of [...Object.values(img_variations), ...Object.values(logo_variations)]) {
      const answer = await server.send(label, 'GET', `/${path}`)
      expect(answer.status, `${label} ${path}`).toBe(200)
      expect(answer.headers['content-type']).toBe('image/webp')
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect((await server.send(label, 'HEAD', `/${path}`)).status).toBe(200)
    }
  }
  expect(await sizeOf('le-bikini', img_variations.med)).toEqual([480, 320])
  expect(await sizeOf('le-bikini', logo_variations.thumbnail)).toEqual([300, 100])
})

// Seen red with the comparison of the tenant taken out of http/media.ts.
it('serves nobody else’s images on a tenant’s host', async () => {
  const { img_variations } = await placeOf('le-bikini')
  for (const label of ['other-hall', ''])
    expect((await server.send(label, 'GET', `/${img_variations.fhd}`)).status).toBe(404)
})

it('serves no original, and nothing outside', async () => {
  const { img_variations } = await placeOf('le-bikini')
  const [, tenantId, hash] = img_variations.fhd.split('/')
  for (const path of [
    `/media/${tenantId}/${hash}/original.png`,
    `/media/${tenantId}/${hash}/`,
    `/media/${tenantId}/${hash}/..%2ffhd.webp`,
    `/media/${tenantId}/..%2f..%2fsecret-key/fhd.webp`,
    `/media/..%2f${tenantId}/${hash}/fhd.webp`,
    `/media/%2e%2e/%2e%2e/secret-key`,
    '/media/../secret-key',
    `/media/${tenantId}/${hash}/fhd.webp%00.png`,
    `/media/${tenantId}/${hash}/FHD.webp`,
    `/media/${tenantId}/${'0'.repeat(32)}/fhd.webp`,
  ]) {
    const answer = await server.send('meta', 'GET', path)
    expect(answer.status, path).toBe(404)
    expect(answer.text).not.toContain(server.dataDir)
  }
})

/** Seen red without the modes in media-store.ts, and without closeToOthers: originals were there for every account of the machine. */
it('lie where no other account of the machine looks, also where they lay open before', async () => {
  const media = join(server.dataDir, 'media')
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const entries = await readdir(media, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThan(8)
  for (const entry of entries)
    expect(await modeOf(join(entry.parentPath, entry.name)), entry.name).toBe(entry.isFile() ? '600' : '700')
  await chmod(media, 0o755)
  const next = await startServer({ beside: server })
  expect(await modeOf(media)).toBe('700')
  await next.stop()
})
