// Preloaded with `node --import`: the process is an hour ahead until SIGUSR2, and then half a minute before the full one.
const hourMs = 3_600_000
const minuteMs = 60_000
const RealDate = Date
let offsetMs = hourMs

process.on('SIGUSR2', () => {
  offsetMs = -(RealDate.now() % minuteMs) - minuteMs / 2
})

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + offsetMs] : values))
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}
