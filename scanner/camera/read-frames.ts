import type { DecoderAnswer, DecoderQuestion, SeenCode } from './seen-code.ts'

/** The name of the worker's file, with its hash; the build puts it there. */
declare const decoderFile: string

export type Frame = { readonly codes: readonly SeenCode[]; readonly width: number; readonly height: number }

export type FrameReader = {
  /** Begins or stops looking at pictures. */
  run(isOn: boolean): void
  close(): void
}

/**
 * Looks for codes in a video, one picture after the other: the next is taken when the last one was read, so that a slow
 * phone looks at fewer pictures and never at old ones. `onUnable`: nothing can be read on this device.
 */
export function readFrames(
  video: HTMLVideoElement,
  listener: { onFrame(frame: Frame): void; onUnable(): void },
): FrameReader {
  const worker = new Worker(`/scanner/assets/${decoderFile}`)
  let isOn = false
  let isReady = false
  let isBusy = false

  async function look(): Promise<void> {
    if (!isOn || !isReady || isBusy) return
    isBusy = true
    await nextPicture(video)
    const picture = isOn ? await createImageBitmap(video).catch(() => null) : null
    if (picture === null) {
      isBusy = false
      // There is no picture while the video starts or changes.
      if (isOn) requestAnimationFrame(() => void look())
      return
    }
    const question: DecoderQuestion = { picture }
    worker.postMessage(question, [picture])
  }

  worker.addEventListener('message', ({ data }: MessageEvent<DecoderAnswer>) => {
    if (data.kind === 'unable') listener.onUnable()
    isReady = data.kind !== 'unable'
    if (data.kind === 'codes') {
      isBusy = false
      if (isOn) listener.onFrame({ codes: data.codes, width: video.videoWidth, height: video.videoHeight })
    }
    void look()
  })
  worker.addEventListener('error', () => listener.onUnable())

  return {
    run(wanted) {
      isOn = wanted
      void look()
    },
    close() {
      isOn = false
      worker.terminate()
    },
  }
}

function nextPicture(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve)
    else requestAnimationFrame(resolve)
  })
}
