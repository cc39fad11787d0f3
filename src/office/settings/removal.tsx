type RemovalProps = {
  /** Of the page; the form goes to its `removal/`. */
  readonly url: string
  readonly words: { readonly remove: string; readonly removeHelp: string }
}

/** Takes away what a page of the settings holds. */
export function Removal({ url, words: { remove, removeHelp } }: RemovalProps) {
  return (
    <section class="stack" aria-labelledby="removal">
      <h2 id="removal">{remove}</h2>
      <p class="prose">{removeHelp}</p>
      <form method="post" action={`${url}removal/`}>
        <button class="button danger" type="submit">
          {remove}
        </button>
      </form>
    </section>
  )
}
