// Preloaded with `node --import`: the clock of the process is GUICHET_TEST_DAYS_LATER days ahead.
const offsetMs = Number(process.env.GUICHET_TEST_DAYS_LATER) * 86_400_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + offsetMs] : values))
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}
