// Preloaded with `node --import`: the clock of the process stays at the moment of its start, so that no minute ends. Timers go on.
const RealDate = Date
const now = RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now] : values))
  }
  static now() {
    return now
  }
}
