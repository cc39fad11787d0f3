import { localized } from './localized.ts'
import { type PageTexts, pagesEn } from './pages-en.ts'
import { pagesFr } from './pages-fr.ts'

export const pageTexts = localized<PageTexts>({ en: pagesEn, fr: pagesFr })
