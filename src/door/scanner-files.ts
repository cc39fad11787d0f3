import { readFileSync } from 'node:fs'

/** One file of the application for the door. */
export type ScannerFile = { readonly name: string; readonly contentType: string; readonly body: Buffer }

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
}

const directory = new URL('./scanner/', import.meta.url)
const names = JSON.parse(readFileSync(new URL('files.json', directory), 'utf8')) as readonly string[]

/** What the build made (scripts/build.ts), read once: a build that comes later changes nothing of a running process. */
const files: ReadonlyMap<string, ScannerFile> = new Map(names.map((name) => [name, read(name)]))

/** The worker is not among them: its name stays, and so it may not be kept. */
export const scannerWorker = read('sw.js')

export function findScannerFile(name: string): ScannerFile | undefined {
  return files.get(name)
}

/** The address of the one file that is called this before its hash. */
export function scannerPath(name: string, extension: string): string {
  const found = names.find((file) => new RegExp(`^${name}-[0-9A-Z]+\\.${extension}$`).test(file))
  if (found === undefined) throw new Error(`The build made no ${name}.${extension} of the scanner`)
  return `/scanner/assets/${found}`
}

function read(name: string): ScannerFile {
  const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
  if (contentType === undefined) throw new Error(`The scanner has a file of an unknown kind: ${name}`)
  return { name, contentType, body: readFileSync(new URL(name, directory)) }
}
