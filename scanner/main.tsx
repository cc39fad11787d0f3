import { render } from 'preact'
import { App } from './app.tsx'
import { loadTexts } from './texts/texts.ts'

const root = document.getElementById('scanner')
if (root === null) throw new Error('The page has no place for the scanner')
const { lang } = document.documentElement
const organisation = root.dataset['organisation'] ?? ''
const texts = await loadTexts(lang)
root.replaceChildren()
render(<App texts={texts} organisation={organisation} />, root)

// Without the worker the scanner works too, but opens only with a network.
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/scanner/sw.js', { scope: '/scanner/' }).catch(() => undefined)
}
