// Preloaded with `node --import`: a wait of five seconds takes a hundred times as long, so that nobody gives up a connection or a turn.
const waitMs = 5_000
const realSetTimeout = globalThis.setTimeout

globalThis.setTimeout = Object.assign(
  (work, ms, ...values) => realSetTimeout(work, ms === waitMs ? ms * 100 : ms, ...values),
  realSetTimeout,
)
