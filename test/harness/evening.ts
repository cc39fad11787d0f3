/** Where it is between five and six in the afternoon now: an evening there does not end while it is tested. */
export function eveningZone(): string {
  const ahead = ((17 - new Date().getUTCHours() + 35) % 24) - 11
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** What is typed into a field for a date and time at that moment, there. */
export function localMinute(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(moment)
    .replace(' ', 'T')
}
