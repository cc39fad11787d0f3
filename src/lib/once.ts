/** Makes something at the first call, and gives the same ever after. For what is slow or large, and may never be needed. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
