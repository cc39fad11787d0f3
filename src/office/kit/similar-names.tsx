import { searchTexts } from '../../messages/office/search.ts'
import { useTexts } from '../../pages/reader.ts'

type SimilarNamesProps = {
  /** The page that searches. */
  readonly url: string
  /** Folded, as they are kept. */
  readonly names: readonly string[]
}

/** Offers names that are written nearly as the one that was not found, each to be searched for. */
export function SimilarNames({ url, names }: SimilarNamesProps) {
  const { similar } = useTexts(searchTexts)
  if (names.length === 0) return null
  return (
    <p>
      {similar}{' '}
      {names.map((name, place) => (
        <>
          {place === 0 ? null : ' · '}
          <a href={`${url}?${new URLSearchParams({ q: name })}`}>
            {name.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())}
          </a>
        </>
      ))}
    </p>
  )
}
