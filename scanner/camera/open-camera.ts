/** Why there is no picture: not allowed, no camera, another application has it, or this browser cannot. */
export type CameraProblem = 'refused' | 'none' | 'taken' | 'unable'

export type Lens = { readonly id: string; readonly label: string }

export type Camera = {
  readonly stream: MediaStream
  readonly track: MediaStreamTrack
  readonly lensId: string
  /** All lenses of the device; their names are known once one of them is allowed. */
  readonly lenses: readonly Lens[]
  readonly hasTorch: boolean
}

/** The size asked for: enough pixels for the code of a ticket at arm's length; more only take longer to read. */
const size = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Opens the chosen lens, or one at the back of the phone. */
export async function openCamera(lensId: string | null): Promise<Camera | CameraProblem> {
  const { mediaDevices } = navigator
  if (mediaDevices === undefined || !('OffscreenCanvas' in globalThis)) return 'unable'
  try {
    const stream = await openStream(mediaDevices, lensId)
    const [track] = stream.getVideoTracks()
    return track === undefined ? 'none' : describe(stream, track, await mediaDevices.enumerateDevices())
  } catch (error) {
    return problemOf(error)
  }
}

/** @throws when the light cannot be switched */
export async function switchTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
  // Browsers that can switch it know this constraint; TypeScript's types do not.
  const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch }
  await track.applyConstraints({ advanced: [light] })
}

export function closeCamera({ stream }: Camera): void {
  for (const track of stream.getTracks()) track.stop()
}

function describe(stream: MediaStream, track: MediaStreamTrack, devices: readonly MediaDeviceInfo[]): Camera {
  const lenses = devices.filter(({ kind }) => kind === 'videoinput')
  return {
    stream,
    track,
    lensId: track.getSettings().deviceId ?? '',
    lenses: lenses.map(({ deviceId, label }) => ({ id: deviceId, label })),
    hasTorch: 'getCapabilities' in track && 'torch' in track.getCapabilities(),
  }
}

async function openStream(devices: MediaDevices, lensId: string | null): Promise<MediaStream> {
  const back = { ...size, facingMode: { ideal: 'environment' } }
  if (lensId === null) return devices.getUserMedia({ video: back })
  try {
    return await devices.getUserMedia({ video: { ...size, deviceId: { exact: lensId } } })
  } catch (error) {
    // The remembered lens is not there today.
    if (nameOf(error) !== 'OverconstrainedError' && nameOf(error) !== 'NotFoundError') throw error
    return devices.getUserMedia({ video: back })
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = nameOf(error)
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'unable'
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}
