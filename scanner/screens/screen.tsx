import type { ComponentChildren } from 'preact'

/** A page of the scanner that is read, not glanced at. */
export function Screen({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <main class="screen">
      <h1>{title}</h1>
      {children}
    </main>
  )
}
