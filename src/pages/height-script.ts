import { pageScript } from './page-script.ts'

/** Tells the page around how high this one is, so that it has room without scrolling within (site/embed/embed-element.ts). */
export const heightScript = pageScript(
  ({ message }) => {
    const tell = () => window.parent.postMessage({ [message]: document.body.scrollHeight }, '*')
    new ResizeObserver(tell).observe(document.body)
  },
  { message: 'guichetHeight' },
)
