import type { ComponentChildren } from 'preact'

/** Shapes beside the colours, for people who cannot tell these apart. */
const signs = { waits: '◔', well: '✓', watch: '!', gone: '✕' } as const

export type Sign = keyof typeof signs

/** A state, as a word with its sign. */
export function Standing({ sign, children }: { readonly sign: Sign; readonly children: ComponentChildren }) {
  return (
    <span class={`standing ${sign}`}>
      <span aria-hidden="true">{signs[sign]}</span> {children}
    </span>
  )
}
