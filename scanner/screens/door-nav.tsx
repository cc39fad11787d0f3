import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'
import type { Mode } from '../use-scanning.ts'

export type Shown = 'answer' | 'inside' | 'recent' | 'search' | 'lock'

type Props = {
  readonly texts: Texts
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  readonly maySearch: boolean
  readonly isLocked: boolean
  /** The switch of the camera; null: its button is above, as long as nothing was scanned. */
  readonly camera: { readonly isOn: boolean; readonly onPress: () => void } | null
}

/** The navigation at the door, within reach of the thumb, all evening. */
export function DoorNav(props: Props) {
  const { texts, mode, onMode, shown, onShow, maySearch, isLocked, camera } = props
  const words = texts.door
  if (shown !== 'answer')
    return (
      <nav>
        <QuietButton onPress={() => onShow('answer')}>{words.back}</QuietButton>
      </nav>
    )
  return (
    <nav>
      {(['scan', 'check'] as const).map((one) => (
        <QuietButton key={one} isPressed={mode === one} onPress={() => onMode(one)}>
          {words[one]}
        </QuietButton>
      ))}
      <QuietButton onPress={() => onShow('recent')}>{words.recent}</QuietButton>
      {maySearch ? <QuietButton onPress={() => onShow('search')}>{words.search}</QuietButton> : null}
      {camera === null ? null : (
        <QuietButton isPressed={camera.isOn} onPress={camera.onPress}>
          {texts.camera.toggle}
        </QuietButton>
      )}
      <QuietButton onPress={() => onShow('lock')}>{isLocked ? texts.kiosk.unlock : texts.kiosk.lock}</QuietButton>
    </nav>
  )
}
