import type { Language } from '../../lib/language.ts'
import { erasureTexts } from '../../messages/office/erasure.ts'

/** The way to erasing a person, from the page of a booking or of a member. */
export function ErasureLink({ of, language }: { readonly of: string; readonly language: Language }) {
  const words = erasureTexts[language]
  return (
    <>
      <h2>{words.section}</h2>
      <p>
        <a class="button quiet" href={`${of}erasure/`}>
          {words.title}
        </a>
      </p>
    </>
  )
}
