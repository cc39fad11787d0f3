import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../src/integrations/fetch/guarded-fetch.ts'
import { createImageIntake } from '../../src/integrations/media/image-intake.ts'
import { ImageRefusedError } from '../../src/integrations/media/image-refused-error.ts'
import { variationsOf } from '../../src/integrations/media/image-variations.ts'
import { type ImageKind, prepareImage } from '../../src/integrations/media/images.ts'
import { createMediaStore } from '../../src/integrations/media/media-store.ts'

const tenant = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'
const servers: Server[] = []
let directory = ''
let png = Buffer.alloc(0)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guichet-intake-'))
  png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
})

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(directory, { recursive: true, force: true })
})

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

function intakeFor(...ports: number[]) {
  const store = createMediaStore({ directory })
  const fetch = createGuardedFetch({ allow: ports.map((port) => `127.0.0.1:${port}`) })
  return { store, intake: createImageIntake({ fetch, store, pictures, reserveStorage: async () => undefined }) }
}

/** Prepared here, and not in a process of its own. */
const pictures = { prepare: (_: string, bytes: Buffer, kind: ImageKind) => prepareImage(bytes, kind) }

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ImageRefusedError)
  return error instanceof ImageRefusedError ? error.message : ''
}

describe('an image that comes in', () => {
  it('by address or by upload is the same; as a logo it is another', async () => {
    const port = await listen((_request, response) => response.end(png))
    const { intake, store } = intakeFor(port)
    const key = await intake.fromUrl(tenant, `http://127.0.0.1:${port}/a.png`, 'image')
    expect(await intake.fromBuffer(tenant, png, 'image')).toBe(key)
    expect(key).toMatch(new RegExp(`^${tenant}/[0-9a-f]{32}$`))
    const logo = await intake.fromBuffer(tenant, png, 'logo')
    expect(logo).not.toBe(key)
    const widthOf = async (of: string) => {
      const file = await store.read(variationsOf(of).thumbnail)
      return (await sharp(file?.body).metadata()).width
    }
    expect([await widthOf(key), await widthOf(logo)]).toEqual([150, 240])
    expect((await readFile(join(directory, key, 'original.png'))).equals(png)).toBe(true)
  })
})

describe('what a stranger is told', () => {
  it('is one sentence, whatever went wrong on the way', async () => {
    const open = await listen((_request, response) => response.end(png))
    const failing = await listen((_request, response) => response.writeHead(500).end())
    const inward = await listen((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${open}/` }).end(),
    )
    const { intake } = intakeFor(failing, inward, 1)
    const sentences = await Promise.all(
      [
        'not an address',
        'ftp://example.org/',
        `http://127.0.0.1:${open}/`, // answers, but is not allowed
        'http://10.0.0.1/',
        'http://127.0.0.1:1/', // allowed, and nothing listens there
        `http://127.0.0.1:${failing}/`,
        `http://127.0.0.1:${inward}/`,
      ].map((url) => sentenceOf(intake.fromUrl(tenant, url, 'image'))),
    )
    expect(new Set(sentences)).toEqual(new Set(['No image could be fetched from this address.']))
  })

  it('names what is wrong with an image that did arrive', async () => {
    const text = await listen((_request, response) => response.end('<html>'))
    const huge = await listen((_request, response) =>
      response.writeHead(200, { 'content-length': '20000000' }).write('x'),
    )
    const { intake } = intakeFor(text, huge)
    const told = (port: number) => sentenceOf(intake.fromUrl(tenant, `http://127.0.0.1:${port}/`, 'image'))
    expect(await told(text)).toBe('Use a JPEG, PNG, WebP, GIF or AVIF image.')
    expect(await told(huge)).toBe('The image is larger than 10 MiB.')
  })
})

describe('the directory', () => {
  it('takes no tenant that is not an id', async () => {
    const { store } = intakeFor()
    const prepared = await prepareImage(png, 'image')
    for (const id of ['..', '../../etc', '', 'a/b', `${tenant}/..`, `${tenant}\n`, '.'.repeat(36)])
      await expect(store.put(id, png, 'image', prepared), id).rejects.toThrow('not the id of a tenant')
  })

  it('keeps no half image when the disk refuses one', async () => {
    const other = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b99'
    const { store } = intakeFor()
    const { variations } = await prepareImage(png, 'image')
    // A name that no directory can hold stands for a full disk, after the first files were made.
    await expect(store.put(other, png, 'image', { extension: 'x'.repeat(300), variations })).rejects.toThrow(
      'ENAMETOOLONG',
    )
    expect(await readdir(join(directory, other))).toEqual([])
  })

  it('keeps the first of two equal images', async () => {
    const other = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b98'
    const { intake } = intakeFor()
    const key = await intake.fromBuffer(other, png, 'image')
    await writeFile(join(directory, key, 'mark'), '')
    expect(await intake.fromBuffer(other, png, 'image')).toBe(key)
    expect(await readdir(join(directory, key))).toContain('mark')
    expect(await readdir(join(directory, other))).toHaveLength(1)
  })
})
