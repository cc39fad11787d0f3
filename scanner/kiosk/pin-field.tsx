import { useLayoutEffect, useRef } from 'preact/hooks'
import { TextField } from '../text-field.tsx'

type Props = Pick<Parameters<typeof TextField>[0], 'id' | 'label' | 'value' | 'onInput' | 'problem'> & {
  readonly isFirst?: boolean
}

/** Digits by the phone's own keys, and dots for whoever looks over the shoulder. */
export function PinField({ isFirst = false, ...given }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return <TextField {...given} type="password" inputMode="numeric" field={field} />
}
