import type { Tenant } from './tenant.ts'

/** The fonts of text and headings, by their character; `system`: those of the reader's device. */
export const typePairs = ['grotesque', 'serif', 'condensed', 'round', 'system'] as const
export type TypePair = (typeof typePairs)[number]

/** `device`: light or dark, as the reader's device says. */
export const colorSchemes = ['device', 'light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** Where the home page has the picture: beside the name, as a banner above it, or not at all. */
export const pictureHeaders = ['beside', 'banner', 'none'] as const

/** How an organisation's own pages look (ADR 0295). */
export type Theme = Pick<Tenant, 'accentColor' | 'typePair' | 'colorScheme' | 'pictureHeader'>
