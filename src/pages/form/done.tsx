/** Says what has just been done, read out when the page has loaded. Null: nothing to say. */
export function Done({ children }: { readonly children: string | null }) {
  if (children === null) return null
  return (
    <p class="notice" role="status">
      {children}
    </p>
  )
}
