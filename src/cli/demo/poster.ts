import type { DemoLook } from './organisation.ts'
import { type Seeded, seeded } from './seeded.ts'

const width = 720
const height = 480
const logoSize = 240

type Colour = readonly [red: number, green: number, blue: number]

/** How much lies over the sky at a point, from 0 to 1; below 0 it is as much of the second colour. */
type Paint = (x: number, y: number) => number

/** The motif of an organisation, another one for each poster; and its mark, over a square of 1 × 1. */
const motifs: Readonly<Record<DemoLook['motif'], { paint: (random: Seeded) => Paint; mark: Paint }>> = {
  panes: { paint: panes, mark: paneMark },
  lanterns: { paint: lanterns, mark: lanternMark },
  beam: { paint: beam, mark: beamMark },
}

/**
 * A picture made here, from the name of what it shows: the same name has the same picture, and the pictures of one
 * organisation are of one family. PNG. Point by point, because the service lets no drawing format in.
 */
export async function poster(name: string, look: DemoLook): Promise<Buffer> {
  const random = seeded(`poster ${name}`)
  const [night, glow, light, pale] = coloursOf(random.pick(look.palettes))
  const paint = motifs[look.motif].paint(random)
  const slant = random.between(0.2, 0.8)
  const partAt = (x: number, y: number, part: 0 | 1 | 2, share: number) => {
    const sky = mix(night[part], glow[part], (slant * x) / width + ((1 - slant) * y) / height)
    return mix(sky, (share < 0 ? pale : light)[part], Math.abs(share))
  }
  return draw(width, height, partAt, paint)
}

/** The mark of an organisation on its own colour. PNG. */
export async function logo({ accentColor, motif }: DemoLook): Promise<Buffer> {
  const [ground, paper] = [colour(accentColor), colour('#fffdf7')]
  const { mark } = motifs[motif]
  const partAt = (_x: number, _y: number, part: 0 | 1 | 2, share: number) => mix(ground[part], paper[part], share)
  return draw(logoSize, logoSize, partAt, (x, y) => mark(x / logoSize, y / logoSize))
}

/** Part by part of a colour: a colour for each point would be a third of a million small arrays. */
async function draw(
  across: number,
  down: number,
  partAt: (x: number, y: number, part: 0 | 1 | 2, share: number) => number,
  paint: Paint,
): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(across * down * 3)
  let at = 0
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const share = paint(x, y)
      pixels[at++] = partAt(x, y, 0, share)
      pixels[at++] = partAt(x, y, 1, share)
      pixels[at++] = partAt(x, y, 2, share)
    }
  }
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

function coloursOf([night, glow, light, pale]: DemoLook['palettes'][number]) {
  return [colour(night), colour(glow), colour(light), colour(pale)] as const
}

function colour(hex: string): Colour {
  const part = (index: number) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)
  return [part(0), part(1), part(2)]
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** From 0 to 1 over one pixel, so that edges are smooth. */
function inside(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance))
}

/** A glass roof: panes between glazing bars, some lit. */
function panes(random: Seeded): Paint {
  const pitch = 90
  const lean = random.between(-0.5, 0.5)
  const centre = random.between(0.2, 0.8) * width
  const rows = Math.ceil(height / pitch) + 1
  const columns = Math.ceil((width + height) / pitch) + 2
  const shares = Array.from({ length: rows * columns }, () => {
    const share = random.between(0.04, 0.5)
    return random.between(0, 1) > 0.86 ? -share - 0.4 : share
  })
  return (x, y) => {
    // The panes grow towards the ground, as they do for somebody who looks up.
    const along = (x - centre) / (0.55 + (0.9 * y) / height) + lean * y + width
    const [column, row] = [Math.floor(along / pitch), Math.floor(y / pitch)]
    const toBar = Math.min(along - column * pitch, (column + 1) * pitch - along)
    const toRail = Math.min(y - row * pitch, (row + 1) * pitch - y)
    const pane = shares[(row * columns + (((column % columns) + columns) % columns)) % shares.length] ?? 0
    return pane * (1 - inside(Math.min(toBar, toRail) - 3))
  }
}

/** Lanterns on a rope over the water, and their light on it. */
function lanterns(random: Seeded): Paint {
  const water = height * random.between(0.62, 0.7)
  const [rope, sag] = [random.between(60, 110), random.between(60, 120)]
  const count = Math.round(random.between(4, 7.4))
  const lights = Array.from({ length: count }, (_, index) => {
    const x = ((index + random.between(0.35, 0.65)) / count) * width
    const radius = random.between(20, 38)
    return { x, y: ropeAt(x) + radius + 14, radius }
  })
  function ropeAt(x: number): number {
    const from = x / width - 0.5
    return rope + sag * (0.25 - from * from) * 4 - sag * 0.4
  }
  const glowAt = (x: number, y: number) => {
    let most = 0
    for (const one of lights) {
      const far = Math.hypot(x - one.x, y - one.y)
      if (far > one.radius * 6) continue
      const halo = 0.4 * Math.exp(-((far / (one.radius * 2.4)) ** 2))
      most = Math.max(most, inside(far - one.radius), halo)
    }
    return most
  }
  /** A streak below each, broken by the ripples and lost towards the bank. */
  const streakAt = (x: number, deep: number) => {
    const ripple = 5 * Math.sin(deep / 4) * (deep / 60)
    let most = 0
    for (const one of lights) {
      const across = (x - one.x + ripple) / (one.radius * (0.5 + deep / 160))
      if (Math.abs(across) < 3) most = Math.max(most, Math.exp(-across * across))
    }
    return most * (0.42 + 0.3 * Math.sin(deep / 2.2)) * Math.exp(-deep / 90)
  }
  return (x, y) => {
    if (y > water) return -Math.max(0.02, streakAt(x, y - water))
    const line = inside(Math.abs(y - ropeAt(x)) - 1)
    return line > 0.2 ? line * 0.7 : -glowAt(x, y)
  }
}

/** A lamp on a cliff, its two beams and the swell below. */
function beam(random: Seeded): Paint {
  const side = random.pick([-1, 1])
  const [lampX, lampY] = [width * (0.5 + side * random.between(0.12, 0.28)), height * random.between(0.28, 0.4)]
  const [tilt, breadth] = [random.between(-0.3, 0.3), random.between(0.1, 0.2)]
  const levels = [0, 1, 2].map((level) => ({
    middle: height * (0.78 + level * 0.08),
    swing: random.between(5, 12),
    length: random.between(60, 140),
    phase: random.between(0, 6.3),
  }))
  return (x, y) => {
    const [across, down] = [x - lampX, y - lampY]
    const lamp = inside(Math.hypot(across, down) - 13)
    if (lamp > 0) return -lamp
    const tower = inside(Math.abs(across) - 15 - down * 0.07) * (down > 0 ? 1 : 0)
    let depth = 0
    for (const wave of levels) if (y > wave.middle + wave.swing * Math.sin(x / wave.length + wave.phase)) depth++
    if (depth > 0) return 0.16 * depth
    if (tower > 0) return Math.floor(down / 44) % 2 === 0 ? -0.85 * tower : 0.9 * tower
    const far = Math.hypot(across, down)
    const off = Math.abs(Math.sin(Math.atan2(down, across) - tilt))
    const lit = Math.min(1, Math.max(0, (breadth - off) / 0.03))
    return -lit * 0.62 * Math.exp(-far / 520)
  }
}

/** Nine panes, of which one is open. */
function paneMark(u: number, v: number): number {
  const [column, row] = [Math.floor((u - 0.14) / 0.26), Math.floor((v - 0.14) / 0.26)]
  if (column < 0 || column > 2 || row < 0 || row > 2 || (column === 2 && row === 0)) return 0
  const [left, top] = [(u - 0.14) % 0.26, (v - 0.14) % 0.26]
  return left < 0.2 && top < 0.2 ? 1 : 0
}

/** A lantern over a wave. */
function lanternMark(u: number, v: number): number {
  const lantern = inside((Math.hypot(u - 0.5, v - 0.36) - 0.2) * logoSize)
  const wave = Math.abs(v - 0.76 - 0.05 * Math.sin(u * 12.6)) < 0.045 && u > 0.12 && u < 0.88 ? 1 : 0
  return Math.max(lantern, wave)
}

/** A lamp and its beam. */
function beamMark(u: number, v: number): number {
  const lamp = inside((Math.hypot(u - 0.26, v - 0.5) - 0.12) * logoSize)
  const lit = u > 0.42 && u < 0.88 && Math.abs(v - 0.5) < 0.06 + (u - 0.42) * 0.55 ? 1 : 0
  return Math.max(lamp, lit)
}
