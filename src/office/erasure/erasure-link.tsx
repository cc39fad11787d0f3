import { erasureTexts } from '../../messages/office/erasure.ts'
import { useTexts } from '../../pages/reader.ts'
import { Go } from '../../pages/parts.tsx'

/** The link to erasing a person, from the page of a booking or of a member. */
export function ErasureLink({ of }: { readonly of: string }) {
  const words = useTexts(erasureTexts)
  return (
    <>
      <h2>{words.section}</h2>
      <Go class="button quiet" to={`${of}erasure/`}>
        {words.title}
      </Go>
    </>
  )
}
