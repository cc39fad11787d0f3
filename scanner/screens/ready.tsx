import type { Texts } from '../texts/texts.ts'
import type { Mode } from '../use-scanning.ts'

type Props = {
  readonly texts: Texts
  readonly mode: Mode
  /** Null: the camera is on. */
  readonly onCamera: (() => void) | null
}

/** Before the first answer: what a code will do, and how to let the camera read it. */
export function Ready({ texts, mode, onCamera }: Props) {
  const { ready, readyNote, readyCheck, readyCheckNote } = texts.door
  return (
    <>
      <h1>{mode === 'scan' ? ready : readyCheck}</h1>
      <p class="advice">{mode === 'scan' ? readyNote : readyCheckNote}</p>
      {onCamera === null ? null : (
        <>
          <p class="lead">{texts.camera.lead}</p>
          <button type="button" class="button wide" onClick={onCamera}>
            {texts.camera.start}
          </button>
        </>
      )}
    </>
  )
}
