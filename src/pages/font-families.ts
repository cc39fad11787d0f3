/** Which file of a package: of Latin letters, or of those that few languages beside ours have. */
export type Subset = 'latin' | 'latin-ext'

/** The fonts of the pages, as their packages have them. */
export const families = {
  instrumentSans: {
    name: 'Instrument Sans',
    weight: '400 700',
    file: (subset: Subset) => `@fontsource-variable/instrument-sans/files/instrument-sans-${subset}-wght-normal.woff2`,
  },
  bricolage: {
    name: 'Bricolage Grotesque',
    weight: '700',
    file: (subset: Subset) => `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff2`,
  },
  figtree: {
    name: 'Figtree',
    weight: '300 900',
    file: (subset: Subset) => `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`,
  },
  fraunces: {
    name: 'Fraunces',
    weight: '700',
    file: (subset: Subset) => `@fontsource/fraunces/files/fraunces-${subset}-700-normal.woff2`,
  },
  oswald: {
    name: 'Oswald',
    weight: '700',
    file: (subset: Subset) => `@fontsource/oswald/files/oswald-${subset}-700-normal.woff2`,
  },
  nunito: {
    name: 'Nunito',
    weight: '400',
    file: (subset: Subset) => `@fontsource/nunito/files/nunito-${subset}-400-normal.woff2`,
  },
  nunitoBold: {
    name: 'Nunito',
    weight: '700',
    file: (subset: Subset) => `@fontsource/nunito/files/nunito-${subset}-700-normal.woff2`,
  },
} as const
export type Family = keyof typeof families
