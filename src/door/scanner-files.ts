import { readFileSync } from 'node:fs'

/** A file of the application for the door. */
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

/** The files of the build (scripts/build.ts), read once: a later build changes nothing in a running process. */
const files: ReadonlyMap<string, ScannerFile> = new Map(names.map((name) => [name, read(name)]))

/** The service worker. It is not among the files: its name never changes, and so caches may not keep it. */
export const scannerWorker = read('sw.js')

export function findScannerFile(name: string): ScannerFile | undefined {
  return files.get(name)
}

/** Finds the address of the one file with this name before its hash. */
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
