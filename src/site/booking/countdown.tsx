import { bookedTexts } from '../../messages/site/booked.ts'
import { countdownParts } from '../../pages/countdown-script.ts'
import { Go } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Gone from the page when the time is over. */
export const whileHeld = { [countdownParts.held]: true }

type Over = { readonly title: string; readonly text: string; readonly again: string; readonly href: string }

/** What the page says once its places were let go: when it is made after that, and when that happens while it is looked at. */
export function LetGo({ over }: { readonly over: Over }) {
  return (
    <>
      <h1>{over.title}</h1>
      <p class="lead">{over.text}</p>
      <Go to={over.href} class="button">
        {over.again}
      </Go>
    </>
  )
}

/** The time that is left, for eyes: a reader is told when it is over, and may ask for the rest. Nothing of it without script. */
export function Countdown({ secondsLeft }: { readonly secondsLeft: number }) {
  const { timeLeft } = useTexts(bookedTexts)
  return (
    <p
      class="countdown"
      hidden
      {...{ [countdownParts.seconds]: secondsLeft, [countdownParts.counter]: true, [countdownParts.held]: true }}
    >
      {timeLeft} <span role="timer" class="numbers" />
    </p>
  )
}

/** Where the end is announced. */
export function WhenOver({ over }: { readonly over: Over }) {
  return (
    <div class="stack" role="status" tabIndex={-1} {...{ [countdownParts.over]: true }}>
      <template>
        <LetGo over={over} />
      </template>
    </div>
  )
}
