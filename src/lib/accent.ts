import { mix, readableOn, readableText } from './color.ts'

/** What lies under text: the page, and the sheets on it. All of them light, or all of them dark. */
export type Grounds = { readonly paper: string; readonly sheet: string }

/** An organisation's colour as its pages wear it; whatever bears text keeps 4.5:1 (WCAG 2.2, 1.4.3). */
export type Accent = {
  /** Links and times: can be read on both grounds, and on `soft`. */
  readonly text: string
  readonly textHover: string
  /** The colour itself, under buttons; framed by `text`, which sets it apart from any ground. */
  readonly fill: string
  readonly fillHover: string
  readonly onFill: string
  /** In place of a picture, and under what is chosen. */
  readonly soft: string
}

/** @param color any `#rrggbb` */
export function accentOn(color: string, { paper, sheet }: Grounds): Accent {
  const soft = mix(sheet, color, 0.1)
  const text = [paper, sheet, soft].reduce(readableText, color)
  const onFill = readableOn(color)
  return {
    text,
    textHover: mix(text, readableOn(paper), 0.25),
    fill: color,
    // Away from what is written on it.
    fillHover: mix(color, readableOn(onFill), 0.15),
    onFill,
    soft,
  }
}
