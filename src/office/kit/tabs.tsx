type TabsProps = {
  /** The name of the tabs; not shown. */
  readonly label: string
  readonly tabs: readonly (readonly [href: string, name: string, isHere: boolean])[]
}

/** The links to the parts of a room; the part that is shown is marked. On a phone they stand in one line, which is pushed aside. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="actions tabs">
        {tabs.map(([href, name, isHere]) => (
          <li key={name}>{isHere ? <strong aria-current="page">{name}</strong> : <a href={href}>{name}</a>}</li>
        ))}
      </ul>
    </nav>
  )
}
