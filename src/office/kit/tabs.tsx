type TabsProps = {
  /** What the ways lead through; not shown. */
  readonly label: string
  readonly tabs: readonly (readonly [href: string, name: string, isHere: boolean])[]
}

/** The ways to the parts of a room, of which the one that is shown is marked. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="actions">
        {tabs.map(([href, name, isHere]) => (
          <li key={name}>{isHere ? <strong aria-current="page">{name}</strong> : <a href={href}>{name}</a>}</li>
        ))}
      </ul>
    </nav>
  )
}
