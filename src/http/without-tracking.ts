/** The parameters that newsletters and advertisements add to an address to recognise the person who follows it. */
const trackingName = /^(utm_\w{1,40}|mtm_\w{1,40}|pk_\w{1,40}|mc_[ce]id|fbclid|gclid|dclid|msclkid|_hsenc|_hsmi)$/

/** The address that is meant: the same for all who come from one newsletter. */
export function withoutTracking(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '' && !trackingName.test(part.split('=', 1)[0] ?? ''))
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`
}
