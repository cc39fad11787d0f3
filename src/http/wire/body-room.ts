/** The part of a JSON schema that tells how long a body can be. */
type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly maxLength?: number
}

/** Members are the commas, colons and opened brackets outside texts of JSON; fields those of a form, which repeats one for a list. */
export type BodyRoom = { readonly bytes: number; readonly members: number; readonly fields: number }

/** A character beyond the first plane, as a program writes it that keeps to ASCII: two escapes of six. */
const bytesOfCharacter = 12
/** What holds a text without a longest length: its form does, and a number. */
const bytesOfScalar = 1024
/** Quotes, a colon, a comma, and blanks of who indents. */
const bytesAround = 16

/** The room that a body of the schema can need, without keys that the schema does not know. */
export function roomOf(schema: unknown): BodyRoom {
  const { properties, items, maxItems = 0, maxLength } = (schema ?? {}) as JsonSchema
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => ({ name, room: roomOf(field) }))
    return {
      bytes: fields.reduce((sum, { name, room }) => sum + name.length + bytesAround + room.bytes, bytesAround),
      members: fields.reduce((sum, { room }) => sum + 2 + room.members, 1),
      fields: fields.reduce((sum, { room }) => sum + room.fields, 0),
    }
  }
  if (items) {
    const room = roomOf(items)
    return {
      bytes: maxItems * (bytesAround + room.bytes),
      members: 1 + maxItems * (1 + room.members),
      fields: maxItems,
    }
  }
  return { bytes: maxLength === undefined ? bytesOfScalar : bytesOfCharacter * maxLength, members: 0, fields: 1 }
}

/** How many characters the longest text in it has at most; of those without a longest length nothing is said. */
export function longestText(schema: unknown): number {
  const { properties = {}, items, maxLength = 0 } = (schema ?? {}) as JsonSchema
  const inside = [...Object.values(properties), ...(items ? [items] : [])]
  return Math.max(maxLength, ...inside.map(longestText))
}
