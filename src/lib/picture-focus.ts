const shares = [0, 25, 50, 75, 100] as const
type Share = (typeof shares)[number]

/** The point of a picture that stays in sight where it is cut: how far from its left and from its top, as CSS says it. */
export type PictureFocus = `${Share}% ${Share}%`

/** Line by line, as they lie on a picture. */
export const pictureFocuses: readonly PictureFocus[] = shares.flatMap((y) =>
  shares.map((x): PictureFocus => `${x}% ${y}%`),
)
export const usualFocus: PictureFocus = '50% 50%'

/** How far a focus is from the left and from the top, in percent. */
export function sharesOf(focus: PictureFocus): readonly [x: number, y: number] {
  const [x = 50, y = 50] = focus.split(' ').map(Number.parseFloat)
  return [x, y]
}

type Pictured = { readonly imageKey?: string | null; readonly imageFocus?: PictureFocus }

/** What a change comes to: another picture is cut in its middle, unless the change says where. */
export function refocused<Change extends Pictured>(change: Change, former: Pictured): Change {
  const { imageKey = former.imageKey, imageFocus } = change
  return imageKey === former.imageKey || imageFocus !== undefined ? change : { ...change, imageFocus: usualFocus }
}
