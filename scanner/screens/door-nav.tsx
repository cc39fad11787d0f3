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
  /** Null: the way to it stands above, for as long as nothing was scanned. */
  readonly camera: { readonly isOn: boolean; readonly onPress: () => void } | null
}

/** What the thumb reaches, all evening. */
export function DoorNav(props: Props) {
  const { texts, mode, onMode, shown, onShow, maySearch, isLocked, camera } = props
  const words = texts.door
  if (shown !== 'answer')
    return (
      <nav>
        <button type="button" class="button quiet" onClick={() => onShow('answer')}>
          {words.back}
        </button>
      </nav>
    )
  return (
    <nav>
      {(['scan', 'check'] as const).map((one) => (
        <button
          key={one}
          type="button"
          class="button quiet"
          aria-pressed={mode === one}
          onClick={() => onMode(one)}
        >
          {words[one]}
        </button>
      ))}
      <button type="button" class="button quiet" onClick={() => onShow('recent')}>
        {words.recent}
      </button>
      {maySearch ? (
        <button type="button" class="button quiet" onClick={() => onShow('search')}>
          {words.search}
        </button>
      ) : null}
      {camera === null ? null : (
        <button type="button" class="button quiet" aria-pressed={camera.isOn} onClick={camera.onPress}>
          {texts.camera.toggle}
        </button>
      )}
      <button type="button" class="button quiet" onClick={() => onShow('lock')}>
        {isLocked ? texts.kiosk.unlock : texts.kiosk.lock}
      </button>
    </nav>
  )
}
