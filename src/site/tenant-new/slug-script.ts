import { pageScript } from '../../pages/page-script.ts'

/** The attributes of the creation form, for its script. */
export const slugParts = {
  /** On the form: the address of the check, on this host. */
  ask: 'data-slug-check',
  /** On the line that says what the server answered. */
  answer: 'data-slug-answer',
  /** On what is needed only without script. */
  instead: 'data-slug-button',
  /** The pause between the last key and the question. */
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
  let asked = ''
  const ask = async () => {
    // The name counts where no address is typed; a question that was just answered is not asked again.
    const query = String(new URLSearchParams(slug.value.trim() ? { slug: slug.value } : { name: name.value }))
    if (query === asked) return
    asked = query
    const answer = await fetch(`${form.getAttribute(parts.ask)}?${query}`).catch(() => null)
    const { free, said } = answer?.ok ? ((await answer.json()) as SlugAnswer) : { free: false, said: '' }
    // Whoever typed on has asked again.
    if (query !== asked) return
    // What cannot be said now is said when the form is sent; the answer to another question would be wrong.
    if (said === '') asked = ''
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
