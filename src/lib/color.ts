/** Colours are `#rrggbb`. Contrast as WCAG 2.2 computes it: 1.4.3 asks 4.5:1 of text. */

type Channels = readonly [red: number, green: number, blue: number]

const readable = 4.5
const white = '#ffffff'
const black = '#000000'
/** How much of the way to black or white a colour is moved at a time. */
const step = 0.05

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text)
}

/** 1 (the same) to 21 (black on white). */
export function contrast(left: string, right: string): number {
  const [darker = 0, lighter = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** White or black, whichever can be read on that colour; white when both can. One of them always can. */
export function readableOn(background: string): string {
  return contrast(white, background) >= readable ? white : black
}

/** The colour itself when text in it can be read on `background`, else as little darker or lighter as it takes. */
export function readableText(color: string, background: string): string {
  const toward = readableOn(background)
  for (let share = 0; share < 1; share += step) {
    const mixed = mix(color, toward, share)
    if (contrast(mixed, background) >= readable) return mixed
  }
  return toward
}

/** `share` of the way from one colour to another. */
export function mix(from: string, to: string, share: number): string {
  const [start, end] = [channels(from), channels(to)]
  const mixed = start.map((value, index) => Math.round(value + ((end[index] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
}

/** Relative luminance (WCAG 2.2): 0 black, 1 white. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
