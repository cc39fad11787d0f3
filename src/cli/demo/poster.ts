import { type Seeded, seeded } from './seeded.ts'

const width = 720
const height = 480

type Colour = readonly [red: number, green: number, blue: number]

/** What lies over the sky: how much of it at a point, from 0 to 1; less than nothing is as much of the second colour. */
type Paint = (x: number, y: number) => number

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
  const paint = random.pick([rings, columns, waves])(random)
  const slant = random.between(0.2, 0.8)
  const pixels = Buffer.allocUnsafe(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = (slant * x) / width + ((1 - slant) * y) / height
      const share = paint(x, y)
      const over = share < 0 ? pale : light
      pixels[at++] = mix(mix(night[0], glow[0], depth), over[0], Math.abs(share))
      pixels[at++] = mix(mix(night[1], glow[1], depth), over[1], Math.abs(share))
      pixels[at++] = mix(mix(night[2], glow[2], depth), over[2], Math.abs(share))
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

function rings(random: Seeded): Paint {
  const [centreX, centreY] = [random.between(0.25, 0.75) * width, random.between(0.3, 0.7) * height]
  const gap = random.between(34, 52)
  const breadths = Array.from({ length: 9 }, (_, ring) => (ring === 0 ? 0 : random.between(4, 18)))
  return (x, y) => {
    const distance = Math.hypot(x - centreX, y - centreY)
    const ring = Math.round(distance / gap)
    const share = inside(Math.abs(distance - ring * gap) - (breadths[ring] ?? 0) / 2) * (1 - ring * 0.09)
    return ring % 3 === 0 ? -share : share
  }
}

function columns(random: Seeded): Paint {
  const pitch = 45
  const half = 15
  const tops = Array.from({ length: width / pitch }, () => height * random.between(0.12, 0.8))
  const shares = tops.map(() => random.between(0.45, 0.95))
  return (x, y) => {
    const index = Math.floor(x / pitch)
    const across = Math.abs((x % pitch) - pitch / 2)
    const above = Math.max(0, (tops[index] ?? 0) + half - y)
    const share = inside(Math.hypot(across, above) - half) * (shares[index] ?? 0)
    return index % 4 === 0 ? -share : share
  }
}

function waves(random: Seeded): Paint {
  const [moonX, moonY] = [random.between(0.2, 0.8) * width, random.between(0.2, 0.35) * height]
  const radius = random.between(38, 75)
  const levels = [0, 1, 2, 3].map((level) => ({
    middle: height * (0.5 + level * 0.12),
    swing: random.between(11, 34),
    length: random.between(52, 158),
    phase: random.between(0, 6.3),
  }))
  return (x, y) => {
    let depth = 0
    for (const wave of levels)
      if (y > wave.middle + wave.swing * Math.sin(x / wave.length + wave.phase)) depth++
    return depth > 0 ? 0.22 * depth : -inside(Math.hypot(x - moonX, y - moonY) - radius)
  }
}
