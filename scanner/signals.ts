import type { Sign } from './verdict.ts'

/** Tones one after another, each [hertz, seconds]; and a vibration, in milliseconds on and off. */
type Signal = { readonly tones: readonly (readonly [number, number])[]; readonly vibration: readonly number[] }

/** The signals of the signs, told apart with closed eyes, and by their rhythm for people who hear no pitch. */
const signals: Readonly<Record<Sign, Signal>> = {
  welcome: {
    tones: [
      [880, 0.09],
      [1320, 0.14],
    ],
    vibration: [60],
  },
  attention: {
    tones: [
      [880, 0.09],
      [1320, 0.09],
      [880, 0.09],
      [1320, 0.14],
    ],
    vibration: [60, 60, 200],
  },
  already: {
    tones: [
      [440, 0.16],
      [440, 0.16],
      [440, 0.16],
    ],
    vibration: [120, 80, 120, 80, 120],
  },
  partly: {
    tones: [
      [880, 0.09],
      [220, 0.5],
    ],
    vibration: [60, 60, 600],
  },
  refused: { tones: [[165, 0.6]], vibration: [600] },
  information: { tones: [[660, 0.1]], vibration: [30] },
  silence: {
    tones: [
      [330, 0.2],
      [247, 0.3],
    ],
    vibration: [200, 100, 300],
  },
}

const loudness = 0.2

export type Signals = (sign: Sign) => void

/** Plays the signals. Sounds begin with the first press: before it a browser lets no page be heard. */
export function createSignals(): Signals {
  const audio = new AudioContext()
  const wake = () => void audio.resume()
  for (const gesture of ['keydown', 'pointerdown']) addEventListener(gesture, wake, { once: true })
  return (sign) => {
    const { tones, vibration } = signals[sign]
    if ('vibrate' in navigator) navigator.vibrate([...vibration])
    if (audio.state !== 'running') return
    let start = audio.currentTime
    for (const [frequency, length] of tones) {
      play(audio, frequency, start, length)
      start += length + 0.04
    }
  }
}

function play(audio: AudioContext, frequency: number, start: number, length: number): void {
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency })
  const volume = new GainNode(audio, { gain: 0 })
  // The volume goes up and down within a hundredth of a second; otherwise each tone begins and ends with a crack.
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01)
  volume.gain.setValueAtTime(loudness, start + length - 0.01)
  volume.gain.linearRampToValueAtTime(0, start + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
}
