/** Keeps the page that a person came from through a form of the sign-in. */
export function Next({ path }: { readonly path: string | null }) {
  return path === null ? null : <input type="hidden" name="next" value={path} />
}
