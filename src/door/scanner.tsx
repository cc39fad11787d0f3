import type { FastifyReply } from 'fastify'
import { render } from 'preact-render-to-string'
import { Type } from 'typebox'
import { orNotFound } from '../errors.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { Language } from '../lib/language.ts'
import { visitorPaths } from '../lib/paths.ts'
import { publicName } from '../http/organisation-name.ts'
import { open } from '../http/route.ts'
import { section } from '../http/section.ts'
import { findScannerFile, scannerPath, scannerWorker } from './scanner-files.ts'
import { sandboxTexts } from '../messages/interface/sandbox.ts'
import { scannerTexts } from '../messages/site/scanner.ts'

/**
 * The policy of the scanner: its own files and this host, nothing else: a page that holds the key of a door loads no picture and sends no
 * form. WebAssembly is what reads the codes (ADR 0184); a worker has the policy of its own file, so the files have this one too.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ground = '#16161a'

const scanner = section({ tag: 'Scanner', url: visitorPaths.scanner, access: open })
const shared = { beforeApproval: true, response: { 200: Type.String() } }

/** The application for the door (ADR 0183): a page without content, its files, and what makes it installable. */
export const registerScanner = scanner.register

scanner.get('', {
  ...shared,
  summary: 'The scanner',
  handler: ({ tenant, language, reply }) => {
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'Accept-Language',
    })
    return asItIs(reply, `<!doctype html>${render(<ScannerPage tenant={tenant} language={language} />)}`)
  },
})

scanner.get('manifest.webmanifest', {
  ...shared,
  summary: 'What installing the scanner needs to know',
  handler: ({ tenant, language, reply }) => {
    reply.headers({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Language',
    })
    return asItIs(reply, JSON.stringify(describe(tenant, language)))
  },
})

scanner.get('sw.js', {
  ...shared,
  summary: 'What keeps the scanner on the device',
  handler: ({ reply }) => {
    reply.headers({ 'content-type': scannerWorker.contentType, 'cache-control': 'no-cache' })
    return asItIs(reply, scannerWorker.body)
  },
})

scanner.get('assets/:asset', {
  ...shared,
  summary: 'A file of the scanner',
  params: Type.Object({ asset: Type.String() }),
  handler: ({ params, reply }) => {
    const file = orNotFound(findScannerFile(params.asset))
    reply.headers({
      'content-type': file.contentType,
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return asItIs(reply, file.body)
  },
})

function asItIs(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.serializer((text: string) => text).send(body)
}

function ScannerPage({ tenant, language }: { tenant: Tenant; language: Language }) {
  const { title, description, needs } = scannerTexts[language]
  const name = publicName(tenant)
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} · ${name}`}</title>
        <meta name="description" content={description({ organisation: name })} />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content={ground} />
        <link rel="manifest" href={`${visitorPaths.scanner}manifest.webmanifest`} />
        <link rel="icon" href={scannerPath('icon', 'svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={scannerPath('icon-192', 'png')} />
        <link rel="stylesheet" href={scannerPath('style', 'css')} />
        <script type="module" src={scannerPath('scanner', 'js')} />
        <link rel="modulepreload" href={scannerPath('chunk', 'js')} />
        <link rel="modulepreload" href={scannerPath(`scanner.${language}`, 'js')} />
      </head>
      <body>
        {tenant.sandbox ? <aside class="sandbox">{sandboxTexts[language].mark}</aside> : null}
        <div id="scanner" data-organisation={name}>
          <noscript>
            <main class="screen">
              <h1>{`${title} · ${name}`}</h1>
              <p>{needs}</p>
            </main>
          </noscript>
        </div>
      </body>
    </html>
  )
}

function describe(tenant: Tenant, language: Language) {
  const { title, description } = scannerTexts[language]
  const name = publicName(tenant)
  return {
    id: visitorPaths.scanner,
    name: `${title} · ${name}`,
    short_name: name,
    description: description({ organisation: name }),
    lang: language,
    start_url: visitorPaths.scanner,
    scope: visitorPaths.scanner,
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: scannerPath('icon-192', 'png'), sizes: '192x192', type: 'image/png' },
      ...['any', 'maskable'].map((purpose) => ({
        src: scannerPath('icon-512', 'png'),
        sizes: '512x512',
        type: 'image/png',
        purpose,
      })),
      { src: scannerPath('icon', 'svg'), sizes: 'any', type: 'image/svg+xml' },
    ],
  }
}
