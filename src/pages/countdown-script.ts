import { pageScript } from './page-script.ts'

/** The attributes on a page with a `Countdown`, for its script. */
export const countdownParts = {
  /** The seconds left when the page was made, so that it does not matter if the visitor's clock is wrong. */
  seconds: 'data-seconds-left',
  /** On what the script shows: the page alone cannot count. */
  counter: 'data-counter',
  /** On what goes away at the end. */
  held: 'data-while-held',
  /** On the template with what the page says at the end, inside the region that announces it. */
  over: 'data-over',
} as const

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function countDown(parts: typeof countdownParts): void {
  const find = (name: string) => document.querySelector<HTMLElement>(`[${name}]`)
  const [counter, over] = [find(parts.counter), find(parts.over)]
  const timer = counter?.querySelector('[role=timer]')
  const left = Number(find(parts.seconds)?.getAttribute(parts.seconds))
  if (!counter || !timer || !over || Number.isNaN(left)) return
  const end = Date.now() + left * 1000
  const two = (count: number) => String(count).padStart(2, '0')
  const tick = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    if (seconds <= 0) return finish()
    timer.textContent = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
    // Seconds of the last hour: of a day nobody wants to see them run.
    counter.hidden = seconds > 3600
  }
  const finish = () => {
    clearInterval(ticking)
    const held = [...document.querySelectorAll<HTMLElement>(`[${parts.held}]`)]
    const hadFocus = held.some((part) => part.contains(document.activeElement))
    for (const part of held) part.hidden = true
    over.append(over.querySelector('template')?.content ?? '')
    document.title = over.querySelector('h1')?.textContent ?? document.title
    // Whoever was about to press the button stands where it was.
    if (hadFocus) over.focus()
  }
  const ticking = setInterval(tick, 1000)
  tick()
}

export const countdownScript = pageScript(countDown, countdownParts)
