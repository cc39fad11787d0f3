/** What has just been done, read out when the page has come. Null: nothing to speak of. */
export function Done({ children }: { readonly children: string | null }) {
  if (children === null) return null
  return (
    <p class="notice" role="status">
      {children}
    </p>
  )
}
