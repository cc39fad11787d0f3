import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'

export type Shown = 'answer' | 'inside' | 'recent' | 'search' | 'lock'

type Props = {
  readonly texts: Texts
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  readonly maySearch: boolean
  readonly isLocked: boolean
  /** Turns the camera off; null: it is off, and its button is above. */
  readonly onCameraOff: (() => void) | null
}

/** The navigation at the door, within reach of the thumb, all evening. */
export function DoorNav(props: Props) {
  const { texts, shown, onShow, maySearch, isLocked, onCameraOff } = props
  const words = texts.door
  if (shown !== 'answer')
    return (
      <nav>
        <QuietButton onPress={() => onShow('answer')}>{words.back}</QuietButton>
      </nav>
    )
  return (
    <nav>
      <QuietButton onPress={() => onShow('recent')}>{words.recent}</QuietButton>
      {maySearch ? <QuietButton onPress={() => onShow('search')}>{words.search}</QuietButton> : null}
      {onCameraOff === null ? null : (
        <QuietButton isPressed onPress={onCameraOff}>
          {texts.camera.toggle}
        </QuietButton>
      )}
      <QuietButton onPress={() => onShow('lock')}>{isLocked ? texts.kiosk.unlock : texts.kiosk.lock}</QuietButton>
    </nav>
  )
}
