/** How many members every route takes: a client that sends back what it read sends keys that are passed over. */
export const leastMembers = 4096

const [quote, backslash] = [0x22, 0x5c]
const [comma, colon, bracket, brace] = [0x2c, 0x3a, 0x5b, 0x7b]

/**
 * Whether reading JSON would take longer than its bytes suggest: a mebibyte of small keys or of nesting takes a hundred times as long as
 * one of text (ADR 0217). What is not well-formed is the parser's to refuse.
 *
 * @param json UTF-8, in which no byte of a longer character is one of these
 * @param most commas, colons and opened brackets outside texts
 */
export function hasMoreMembers(json: Uint8Array, most: number): boolean {
  let isText = false
  let members = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma || byte === colon || byte === bracket || byte === brace) {
      if (++members > most) return true
    }
  }
  return false
}
