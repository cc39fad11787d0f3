/**
 * What a web site loads to show the programme or an event within its own pages: `<guichet-embed src="…">`. It makes the frame, and gives it
 * the height that the page in it tells (pages/height-script.ts). Its text is sent as it stands.
 */
export const embedElement = `customElements.define('guichet-embed', class extends HTMLElement {
  connectedCallback() {
    const source = this.getAttribute('src') ?? ''
    if (!/^https?:/.test(new URL(source, location.href).protocol)) return
    const frame = document.createElement('iframe')
    frame.src = source
    frame.title = this.getAttribute('label') ?? document.title
    frame.loading = 'lazy'
    frame.style.cssText = 'display:block;width:100%;height:24rem;border:0'
    this.listen = ({ source, data }) => {
      const height = Number(data?.guichetHeight)
      if (source === frame.contentWindow && height > 0) frame.style.height = Math.min(height, 20000) + 'px'
    }
    addEventListener('message', this.listen)
    this.replaceChildren(frame)
  }
  disconnectedCallback() {
    removeEventListener('message', this.listen)
    this.replaceChildren()
  }
})
`
