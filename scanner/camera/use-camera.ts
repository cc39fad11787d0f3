import { useEffect, useRef, useState } from 'preact/hooks'
import { type Aim, aim } from './aim.ts'
import { type Camera, type CameraProblem, closeCamera, openCamera, switchTorch } from './open-camera.ts'
import { type Frame, type FrameReader, readFrames } from './read-frames.ts'
import { rememberCamera } from './remembered-camera.ts'

export type CameraState =
  | { readonly at: 'opening' }
  | { readonly at: 'open'; readonly camera: Camera }
  | { readonly at: 'problem'; readonly why: CameraProblem }

/** What the last picture held; `same`: the code that was read a moment ago. */
export type Sight = { readonly frame: Frame | null; readonly kind: Aim['kind'] | 'same' }

type Wishes = {
  readonly lensId: string | null
  /** Whether codes are looked for; otherwise the camera stays open for what comes next. */
  readonly isLooking: boolean
  readonly isShown: boolean
  /** Takes a code that was read, and returns whether it was a new reading. */
  readonly onCode: (code: string) => boolean
}

const blind: Sight = { frame: null, kind: 'nothing' }

/** Keeps a camera open as long as this is shown and the page is in sight, and returns what it sees. */
export function useCamera({ lensId, isLooking, isShown, onCode }: Wishes) {
  const video = useRef<HTMLVideoElement>(null)
  const [sight, setSight] = useState<Sight>(blind)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useOpenCamera(lensId, attempt)
  const torch = useTorch(state)
  const heard = useRef(onCode)
  heard.current = onCode

  const reader = useRef<FrameReader | null>(null)
  useEffect(() => {
    const element = video.current
    if (state.at !== 'open' || element === null) return
    element.srcObject = state.camera.stream
    const reading = readFrames(element, {
      onFrame(frame) {
        const aimed = aim(frame.codes, { x: frame.width / 2, y: frame.height / 2 })
        const isSame = aimed.kind === 'code' && !heard.current(aimed.text)
        setSight({ frame, kind: isSame ? 'same' : aimed.kind })
      },
      onUnable: () => setState({ at: 'problem', why: 'unable' }),
    })
    reader.current = reading
    return () => {
      reading.close()
      reader.current = null
    }
  }, [state])

  useEffect(() => {
    setSight(blind)
    reader.current?.run(isLooking)
  }, [state, isLooking])

  useEffect(() => {
    if (state.at !== 'open') return
    if (isShown) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [state, isShown])

  return { video, state, sight, ...torch, retry: () => setAttempt(attempt + 1) }
}

function useOpenCamera(lensId: string | null, attempt: number) {
  const [state, setState] = useState<CameraState>({ at: 'opening' })
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return
    let camera: Camera | undefined
    let isOver = false
    setState({ at: 'opening' })
    void openCamera(lensId).then((opened) => {
      if (typeof opened === 'string') {
        if (!isOver) setState({ at: 'problem', why: opened })
        return
      }
      if (isOver) return closeCamera(opened)
      camera = opened
      // The camera was pulled out, or a call took it.
      opened.track.addEventListener('ended', () => setState({ at: 'problem', why: 'taken' }))
      rememberCamera({ isOn: true })
      setState({ at: 'open', camera: opened })
    })
    return () => {
      isOver = true
      if (camera !== undefined) closeCamera(camera)
    }
  }, [lensId, isSeen, attempt])
  return [state, setState] as const
}

function useTorch(state: CameraState) {
  const [isTorchOn, setTorchOn] = useState(false)
  useEffect(() => {
    if (state.at === 'opening') setTorchOn(false)
  }, [state])
  return {
    isTorchOn,
    async toggleTorch() {
      if (state.at !== 'open') return
      await switchTorch(state.camera.track, !isTorchOn).then(
        () => setTorchOn(!isTorchOn),
        () => undefined,
      )
    },
  }
}

/** Whether the page is in sight. A browser stops the camera of a page that nobody sees, or should. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
