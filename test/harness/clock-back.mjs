// Preloaded with `node --import`: the clock does not move, and SIGUSR2 puts it back by an hour. Timers go on.
const RealDate = Date
let now = RealDate.now()

process.on('SIGUSR2', () => {
  now -= 3_600_000
})

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now] : values))
  }
  static now() {
    return now
  }
}
