type SeenProps = {
  /** The present version of what the form changes. */
  readonly version: string
  /** The version that was seen by the person who typed what the form holds; null or absent: they are shown the present one. */
  readonly seen?: string | null | undefined
}

/** A hidden field with the version that the person filling in the form saw. */
export function Seen({ version, seen }: SeenProps) {
  return <input type="hidden" name="seen" value={seen ?? version} />
}
