import type { ComponentChildren } from 'preact'

type Props = {
  readonly onPress: () => void
  /** Is what it turns on turned on? Left out: it turns nothing on. */
  readonly isPressed?: boolean
  /** What it does, where its words alone do not say to what. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** For what is done beside the main thing of a screen. */
export function QuietButton({ onPress, isPressed, label, children }: Props) {
  return (
    <button type="button" class="button quiet" aria-pressed={isPressed} aria-label={label} onClick={onPress}>
      {children}
    </button>
  )
}
