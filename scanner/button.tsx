import type { ComponentChildren } from 'preact'

type Props = {
  /** What a press does; when absent, it sends the form. */
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
