import type { ComponentChildren } from 'preact'

type Props = {
  readonly onPress: () => void
  /** Whether what it turns on is on; absent: it turns nothing on. */
  readonly isPressed?: boolean
  /** The accessible name, where the button's text alone does not say what it applies to. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A button for what is secondary on a screen. */
export function QuietButton({ onPress, isPressed, label, children }: Props) {
  return (
    <button type="button" class="button quiet" aria-pressed={isPressed} aria-label={label} onClick={onPress}>
      {children}
    </button>
  )
}
