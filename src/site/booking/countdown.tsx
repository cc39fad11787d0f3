import { bookedTexts } from '../../messages/site/booked.ts'
import { countdownParts } from '../../pages/countdown-script.ts'
import { Go } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

/** The attribute of what goes from the page when the time is over. */
export const whileHeld = { [countdownParts.held]: true }

type Over = { readonly title: string; readonly text: string; readonly again: string; readonly href: string }

/** Says that the places were let go: on a page that is made after that, and on one that is open when it happens. */
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

/** Shows the time that is left: a screen reader is told when it is over, and may ask for it before. Without script nothing is shown. */
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

/** The region that announces the end. */
export function WhenOver({ over }: { readonly over: Over }) {
  return (
    <div class="stack" role="status" tabIndex={-1} {...{ [countdownParts.over]: true }}>
      <template>
        <LetGo over={over} />
      </template>
    </div>
  )
}
