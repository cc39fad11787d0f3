import { type Seeded, seeded } from './seeded.ts'

const width = 1200
const height = 800

type Colour = readonly [red: number, green: number, blue: number]
/** What lies over the sky at a point: a colour, and how much of it, from 0 to 1. */
type Paint = (x: number, y: number) => readonly [Colour, number]

const palettes = [
  [colour('14213d'), colour('d62828'), colour('fca311'), colour('e5e5e5')],
  [colour('0b132b'), colour('3a506b'), colour('5bc0be'), colour('f2f4f3')],
  [colour('2d0b2e'), colour('ef476f'), colour('ffd166'), colour('06d6a0')],
  [colour('1b4332'), colour('fb8500'), colour('ffb703'), colour('d8f3dc')],
  [colour('3d0c11'), colour('7d4e57'), colour('f9b4a7'), colour('ffe8d6')],
  [colour('10002b'), colour('f72585'), colour('9d4edd'), colour('e0aaff')],
] as const

/**
 * A picture made here, from the name of what it shows: the same name has the same picture. PNG. Point by point, because
 * the service lets no drawing format in.
 */
export async function poster(name: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const raw = { width, height, channels: 3 } as const
  return sharp(points(name), { raw }).png({ compressionLevel: 3 }).toBuffer()
}

function points(name: string): Buffer {
  const random = seeded(`poster ${name}`)
  const [night, glow, light, pale] = random.pick(palettes)
  const paint = random.pick([rings, columns, waves])(random, light, pale)
  const slant = random.between(0.2, 0.8)
  const pixels = Buffer.allocUnsafe(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = (slant * x) / width + ((1 - slant) * y) / height
      const [over, share] = paint(x, y)
      for (let channel = 0; channel < 3; channel++) {
        const sky = mix(night[channel] ?? 0, glow[channel] ?? 0, depth)
        pixels[at++] = mix(sky, over[channel] ?? 0, share)
      }
    }
  }
  return pixels
}

function colour(hex: string): Colour {
  const part = (index: number) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  return [part(0), part(1), part(2)]
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** From 0 to 1 over one pixel, so that edges are smooth. */
function inside(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance))
}

function rings(random: Seeded, light: Colour, pale: Colour): Paint {
  const [centreX, centreY] = [random.between(300, 900), random.between(250, 550)]
  const gap = random.between(55, 85)
  const widths = Array.from({ length: 9 }, () => random.between(6, 30))
  return (x, y) => {
    const distance = Math.hypot(x - centreX, y - centreY)
    const ring = Math.round(distance / gap)
    const breadth = ring === 0 ? 0 : (widths[ring] ?? 0)
    const edge = Math.abs(distance - ring * gap) - breadth / 2
    return [ring % 3 === 0 ? pale : light, inside(edge) * (1 - ring * 0.09)]
  }
}

function columns(random: Seeded, light: Colour, pale: Colour): Paint {
  const pitch = 75
  const half = 25
  const bars = Array.from({ length: width / pitch }, () => ({
    top: height - random.between(160, 700),
    share: random.between(0.45, 0.95),
  }))
  return (x, y) => {
    const index = Math.floor(x / pitch)
    const bar = bars[index]
    if (!bar) return [light, 0]
    const across = Math.abs((x % pitch) - pitch / 2)
    const above = Math.max(0, bar.top + half - y)
    return [index % 4 === 0 ? pale : light, inside(Math.hypot(across, above) - half) * bar.share]
  }
}

function waves(random: Seeded, light: Colour, pale: Colour): Paint {
  const moon = { x: random.between(200, 1000), y: random.between(140, 300), r: random.between(60, 120) }
  const levels = [0, 1, 2, 3].map((level) => ({
    middle: 400 + level * 95,
    swing: random.between(20, 60),
    length: random.between(90, 260),
    phase: random.between(0, 6.3),
  }))
  return (x, y) => {
    const sea = levels.filter((wave) => y > wave.middle + wave.swing * Math.sin(x / wave.length + wave.phase))
    if (sea.length > 0) return [light, 0.22 * sea.length]
    return [pale, inside(Math.hypot(x - moon.x, y - moon.y) - moon.r)]
  }
}
