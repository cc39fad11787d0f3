/** The names of the application's files, each with its hash; the build puts them there. */
declare const scannerAssets: readonly string[]

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Asked = Event & { readonly request: Request; respondWith(answer: Promise<Response>): void }
declare const self: {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listener: (event: Asked) => void): void
}

const page = '/scanner/'
const assets = scannerAssets.map((name) => `/scanner/assets/${name}`)
/** The name of the cache, one for each version of the application; nothing else is in it, and never an answer about a ticket. */
const cacheName = `scanner ${scannerAssets.join(' ')}`
/** How long to wait for the newest page before the kept one is shown, in milliseconds. */
const pagePatience = 2000

self.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches().then(() => self.clients.claim())))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === page) event.respondWith(newestPage(request))
  else if (assets.includes(pathname)) event.respondWith(keptOr(request))
})

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...assets])
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

/**
 * Returns the page from the service, so that an update is there at the next opening; without network or on a bad one, the kept page. That
 * one also opens when the service no longer has such a page, and deletes what it has (ADR 0198).
 */
async function newestPage(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(pagePatience) })
    if (answer.status < 400) return answer
  } catch {
    // There is no network: the kept page is shown.
  }
  return (await caches.match(page)) ?? Response.error()
}

async function keptOr(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
