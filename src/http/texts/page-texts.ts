import type { Language } from '../../lib/language.ts'
import { withFrenchSpaces } from '../../lib/typography.ts'
import { type PageTexts, pagesEn } from './pages-en.ts'
import { pagesFr } from './pages-fr.ts'

export const pageTexts = { en: pagesEn, fr: withFrenchSpaces(pagesFr) } as const satisfies Record<
  Language,
  PageTexts
>
