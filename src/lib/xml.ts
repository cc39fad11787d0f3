/** Writes a text for XML 1.0, as content or in an attribute, without what XML can't hold. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * Writes an element.
 *
 * @param content texts, and what was written before; null is left out
 */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly (string | XmlNode | null)[]
): XmlNode {
  const given = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${xmlText(value)}"`)
  const inside = content.map((part) => (typeof part === 'string' ? xmlText(part) : (part?.xml ?? '')))
  return { xml: `<${name}${given.join('')}>${inside.join('')}</${name}>` }
}

/** What is XML already, and is not escaped again. */
export type XmlNode = { readonly xml: string }

export function xmlDocument({ xml }: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`
}
