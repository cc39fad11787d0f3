/**
 * A stylesheet as it is sent: without comments, and without the space that means nothing. Compressed it is a tenth smaller, which counts
 * where the picture of an event waits for the same slow line.
 */
export function packedStyle(rules: string): string {
  const parts = rules.replaceAll(/\/\*.*?\*\//gs, '').split(/("[^"]*")/)
  // Every second part is a string, which stays as it is.
  return parts
    .map((part, index) => (index % 2 === 0 ? withoutSpace(part) : part))
    .join('')
    .trim()
}

function withoutSpace(rules: string): string {
  return rules
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
}
