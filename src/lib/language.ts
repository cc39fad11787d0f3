/** The languages that people are spoken to in; everything they read exists in each. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
