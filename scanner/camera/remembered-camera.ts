/** What this device does without being asked again; it says nothing about any person. */
export type RememberedCamera = { readonly isOn: boolean; readonly lensId: string | null }

const place = 'scanner camera'
const nothing: RememberedCamera = { isOn: false, lensId: null }

export function recallCamera(): RememberedCamera {
  try {
    // Quoted: what is kept is called so, whatever a build makes of the names of the program.
    const { ['isOn']: isOn, ['lensId']: lensId } = JSON.parse(localStorage.getItem(place) ?? '{}')
    return { isOn: isOn === true, lensId: typeof lensId === 'string' ? lensId : null }
  } catch {
    return nothing
  }
}

export function rememberCamera(change: Partial<RememberedCamera>): void {
  const { isOn, lensId } = { ...recallCamera(), ...change }
  localStorage.setItem(place, JSON.stringify({ ['isOn']: isOn, ['lensId']: lensId }))
}

export function clearCamera(): void {
  localStorage.removeItem(place)
}

/** Whether the camera opens without a question from the browser: then it may open without a press. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'granted'
  } catch {
    // Not every browser tells whether it is allowed before it asks.
    return false
  }
}
