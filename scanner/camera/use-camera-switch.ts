import { useEffect, useState } from 'preact/hooks'
import { isCameraAllowed, recallCamera, rememberCamera } from './remembered-camera.ts'

/** Returns whether the camera is on, and which one. It comes on by itself where it was on before and no question would be asked. */
export function useCameraSwitch() {
  const [isOn, setOn] = useState(false)
  const [lensId, setLensId] = useState(() => recallCamera().lensId)

  useEffect(() => {
    let isOver = false
    if (recallCamera().isOn)
      void isCameraAllowed().then((isAllowed) => {
        if (isAllowed && !isOver) setOn(true)
      })
    return () => {
      isOver = true
    }
  }, [])

  return {
    isOn,
    lensId,
    turnOn: () => setOn(true),
    turnOff() {
      rememberCamera({ isOn: false })
      setOn(false)
    },
    choose(chosen: string) {
      rememberCamera({ lensId: chosen })
      setLensId(chosen)
    },
  }
}
