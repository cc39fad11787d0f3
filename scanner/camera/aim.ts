import type { Point, SeenCode } from './seen-code.ts'

/** The code taken from a picture. `crowded`: there are several, and none of them is clearly meant. */
export type Aim =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'crowded' }
  | { readonly kind: 'code'; readonly text: string }

/** Chooses a code: a single one wherever it is; of several the one over the middle of the picture, and never one by chance (ADR 0184). */
export function aim(codes: readonly SeenCode[], middle: Point): Aim {
  const texts = new Set(codes.map(({ text }) => text))
  const meant = texts.size > 1 ? codes.filter(({ outline }) => isInside(middle, outline)) : codes
  const [first] = meant
  if (first === undefined) return { kind: codes.length === 0 ? 'nothing' : 'crowded' }
  return meant.every(({ text }) => text === first.text) ? { kind: 'code', text: first.text } : { kind: 'crowded' }
}

/** Whether a point is on the same side of every edge of a convex outline, whichever way round that goes. */
function isInside(point: Point, outline: readonly Point[]): boolean {
  const sides = outline.map((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
