import type { Texts } from '../texts/texts.ts'
import type { Mode } from '../use-scanning.ts'

type Props = { readonly texts: Texts; readonly mode: Mode; readonly isCameraOn: boolean }

/** Says before the first answer what a code will do, and what the browser asks before the camera reads it. */
export function Ready({ texts, mode, isCameraOn }: Props) {
  const { ready, readyNote, readyCheck, readyCheckNote } = texts.door
  return (
    <>
      <h1>{mode === 'scan' ? ready : readyCheck}</h1>
      <p class="advice">{mode === 'scan' ? readyNote : readyCheckNote}</p>
      {isCameraOn ? null : <p class="lead">{texts.camera.lead}</p>}
    </>
  )
}
