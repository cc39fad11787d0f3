import { useLayoutEffect, useRef } from 'preact/hooks'
import { TextField } from '../text-field.tsx'

type Props = Pick<Parameters<typeof TextField>[0], 'id' | 'label' | 'value' | 'onInput' | 'problem'> & {
  readonly isFirst?: boolean
}

/** A field for a PIN: digits on the phone's own keyboard, and dots against a look over the shoulder. */
export function PinField({ isFirst = false, ...given }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return <TextField {...given} type="password" inputMode="numeric" field={field} />
}
