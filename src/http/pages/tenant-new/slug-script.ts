import { pageScript } from '../page-script.ts'

/** What the creation form holds for its script. */
export const slugParts = {
  /** On the form: where to ask, on this host. */
  ask: 'data-slug-check',
  /** On the line that says what the server answered. */
  answer: 'data-slug-answer',
  /** On what is needed without script only. */
  instead: 'data-slug-button',
  /** From the last key to the question. */
  pauseMs: 400,
} as const

export type SlugAnswer = { readonly free: boolean; readonly said: string }

/** Runs in the browser, as the text of this function: it may use nothing from outside. */
function checkWhileTyping(parts: typeof slugParts): void {
  const form = document.querySelector<HTMLFormElement>(`[${parts.ask}]`)
  const line = form?.querySelector<HTMLElement>(`[${parts.answer}]`)
  const [name, slug] = ['organisation', 'slug'].map((id) => document.getElementById(id))
  if (!form || !line || !(name instanceof HTMLInputElement) || !(slug instanceof HTMLInputElement)) return
  form.querySelector<HTMLElement>(`[${parts.instead}]`)?.setAttribute('hidden', '')
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const ask = async () => {
    const mine = ++asked
    const query = new URLSearchParams({ name: name.value, slug: slug.value })
    const answer = await fetch(`${form.getAttribute(parts.ask)}?${query}`).catch(() => null)
    // Whoever types on has asked again; what cannot be asked now is said when the form is sent.
    if (!answer?.ok || mine !== asked) return
    const { free, said } = (await answer.json()) as SlugAnswer
    line.textContent = said
    line.className = free ? 'valid' : 'problem'
  }
  for (const field of [name, slug])
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(ask, parts.pauseMs)
    })
}

export const slugScript = pageScript(checkWhileTyping, slugParts)
