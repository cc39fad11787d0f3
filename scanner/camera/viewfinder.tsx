import { Button } from '../button.tsx'
import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'
import type { Camera } from './open-camera.ts'
import type { Frame } from './read-frames.ts'
import { type Sight, useCamera } from './use-camera.ts'

type Props = {
  readonly texts: Texts
  /** The chosen lens; null: one at the back of the phone. */
  readonly lensId: string | null
  readonly onLens: (lensId: string) => void
  /** Whether codes are looked for: not while one is asked about. */
  readonly isLooking: boolean
  /** Whether the picture is shown: not while an answer is to be looked at first. */
  readonly isShown: boolean
  /** Whether an answer is shown beside it, which says enough. */
  readonly isBeside: boolean
  /** Takes a code that was read, and returns whether it was a new reading. */
  readonly onCode: (code: string) => boolean
}

/** Shows what the camera sees, with the codes in it marked; or why there is nothing to see, and what to do. */
export function Viewfinder(props: Props) {
  const { texts, onLens, isShown, isBeside } = props
  const { video, state, sight, isTorchOn, toggleTorch, retry } = useCamera(props)
  const words = texts.camera
  return (
    <section class="viewfinder" aria-label={words.label} hidden={!isShown}>
      <video {...{ ref: video, autoplay: true, muted: true, playsInline: true }} />
      {state.at === 'open' ? (
        <>
          {sight.frame === null ? null : <Outlines frame={sight.frame} kind={sight.kind} />}
          {isBeside && sight.kind !== 'crowded' ? null : <p class="sight">{words.sights[sight.kind]}</p>}
          <Controls {...{ texts, isTorchOn }} camera={state.camera} onTorch={toggleTorch} onChoose={onLens} />
        </>
      ) : state.at === 'opening' ? (
        <p role="status">{words.opening}</p>
      ) : (
        <div class="trouble">
          <p role="alert">{words.problems[state.why]}</p>
          <Button onPress={retry}>{words.retry}</Button>
        </div>
      )}
    </section>
  )
}

/** Outlines the codes in their places: the outlines are cropped as the video is. */
function Outlines({ frame: { codes, width, height }, kind }: { frame: Frame; kind: Sight['kind'] }) {
  return (
    <svg
      class="outlines"
      data-kind={kind}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {codes.map(({ outline }) => {
        const points = outline.map(({ x, y }) => `${x},${y}`).join(' ')
        return <polygon key={points} points={points} />
      })}
      {kind === 'crowded' ? <circle cx={width / 2} cy={height / 2} r={height / 12} /> : null}
    </svg>
  )
}

type ControlsProps = {
  readonly texts: Texts
  readonly camera: Camera
  readonly isTorchOn: boolean
  readonly onTorch: () => Promise<void>
  readonly onChoose: (lensId: string) => void
}

function Controls({ texts, camera, isTorchOn, onTorch, onChoose }: ControlsProps) {
  const words = texts.camera
  return (
    <div class="controls">
      {camera.hasTorch ? (
        <QuietButton isPressed={isTorchOn} onPress={() => void onTorch()}>
          {words.torch}
        </QuietButton>
      ) : null}
      {camera.lenses.length > 1 ? (
        <select
          aria-label={words.choice}
          value={camera.lensId}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {camera.lenses.map(({ id, label }, index) => (
            <option key={id} value={id}>
              {label || words.lens({ number: index + 1 })}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  )
}
