// Preloaded with `node --import`: a wait of ten seconds or more takes a hundredth of that, so that nobody waits for a time-out;
// time-outs of Node's own server end that much sooner as well.
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

const longMs = 10_000
const hasten = (ms) => (ms >= longMs ? ms / 100 : ms)
const realSetTimeout = globalThis.setTimeout
const realCreateServer = http.createServer

globalThis.setTimeout = Object.assign(
  (work, ms, ...values) => realSetTimeout(work, hasten(ms), ...values),
  realSetTimeout,
)
http.createServer = (options, listener) =>
  realCreateServer(
    { ...options, headersTimeout: hasten(options.headersTimeout), connectionsCheckingInterval: 50 },
    listener,
  )
syncBuiltinESMExports()
