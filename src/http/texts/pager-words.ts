/** Of links between the pages of a list. */
export type PagerWords = { readonly label: string; readonly before: string; readonly after: string }
