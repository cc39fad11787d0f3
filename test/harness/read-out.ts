const withoutEnd = new Set(['meta', 'link', 'input', 'img', 'br', 'source'])

const tag = /<(\/?)([a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*(\/?)>([^<]*)/g

/** Lists once each the languages in which a page contains these words: that of the nearest element which states one. */
export function languagesOf(html: string, words: string): readonly string[] {
  const around = ['']
  const found = new Set<string>()
  const body = html.replace(/<(head|script)\b.*?<\/\1>/gs, '')
  for (const [, closes, name = '', attributes = '', closed, text = ''] of body.matchAll(tag)) {
    if (closes) around.pop()
    else if (!closed && !withoutEnd.has(name))
      around.push(/ lang="([^"]*)"/.exec(attributes)?.[1] ?? around.at(-1) ?? '')
    if (text.includes(words)) found.add(around.at(-1) ?? '')
  }
  return [...found]
}
