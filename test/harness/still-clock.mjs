// Preloaded with `node --import`: the process takes the moment of its start for now, so that no minute of it ends. Timers go on.
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
