import type { Sign } from './verdict.ts'

/** The outlines of the signs, each of its own, so that a sign is recognised without its colour. */
const shapes: Readonly<Record<Sign, string>> = {
  // A circle with a tick.
  welcome: 'M24 3a21 21 0 1 1 0 42 21 21 0 0 1 0-42zM14 25l7 7 13-15',
  // A diamond with an exclamation mark.
  attention: 'M24 2 46 24 24 46 2 24zM24 13v13M24 33v.5',
  // Two tickets, one behind the other.
  already: 'M4 16h30v26H4zM12 16V6h32v26H34M12 25h14M12 33h8',
  // A triangle with an exclamation mark.
  partly: 'M24 4 46 43H2zM24 18v12M24 36v.5',
  // An octagon with a cross.
  refused: 'M15 3h18l12 12v18L33 45H15L3 33V15zM16 16l16 16M32 16 16 32',
  // A square with a magnifying glass.
  information: 'M4 4h40v40H4zM21 13a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM27 27l8 8',
  // Waves with a stroke through them.
  silence: 'M4 18c12-10 28-10 40 0M11 26c8-7 18-7 26 0M18 34c4-3 8-3 12 0M24 41v.5M6 4l36 40',
}

export function SignIcon({ sign }: { sign: Sign }) {
  return (
    <svg class="sign" viewBox="0 0 48 48" aria-hidden="true">
      <path d={shapes[sign]} />
    </svg>
  )
}
