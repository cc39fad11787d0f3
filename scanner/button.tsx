import type { ComponentChildren } from 'preact'

type Props = {
  /** When absent it sends its form. */
  readonly onPress?: () => unknown
  readonly children: ComponentChildren
}

export function Button({ onPress, children }: Props) {
  return (
    <button type={onPress ? 'button' : 'submit'} class="button" onClick={onPress && (() => void onPress())}>
      {children}
    </button>
  )
}
