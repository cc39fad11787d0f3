import type { Schema } from './openapi-operations.ts'

/** `formats`: the formats of JSON schema that the text has, stated by hand: the judgement must not depend on the code it judges. */
export type HostileValue = {
  readonly name: string
  readonly value: unknown
  readonly formats?: readonly string[]
  /** Refused everywhere, before any schema is asked. */
  readonly refused?: readonly [status: number, code: string]
}

/** An unusual but valid date, and the form in which the interface returns it. */
export const oddDate = { text: '2900-01-15 12:00:30,5+0530', shown: '2900-01-15T06:30:30.500000+00:00' }

/** JSON that JavaScript reads as infinity, or as another number. */
const numberText = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

/** Values that should not upset any field of the interface: types, lengths, depth, unicode, null bytes, huge numbers. */
export const hostileValues: readonly HostileValue[] = [
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'the word true', value: 'true' },
  { name: 'the word False', value: 'False' },
  { name: 'zero', value: 0 },
  { name: 'minus one', value: -1 },
  { name: 'minus zero', value: numberText('-0') },
  { name: 'a fraction', value: 0.005 },
  { name: 'a huge number', value: 1e308 },
  { name: 'a number past every double', value: numberText('1e999') },
  { name: 'past 2^53', value: 2 ** 60 },
  { name: 'past int4', value: 2_147_483_648 },
  { name: 'empty text', value: '' },
  { name: 'blanks', value: '   ' },
  { name: 'digits', value: '5' },
  { name: 'digits between blanks', value: ' 7\u00a0' },
  { name: 'digits with an exponent', value: '1e5' },
  { name: 'a hexadecimal number', value: '0x10' },
  { name: 'forty digits', value: '1'.repeat(40) },
  { name: 'a not-a-number word', value: 'NaN' },
  { name: 'a null byte', value: 'a\u0000b' },
  { name: 'a control character', value: 'a\u0007b' },
  { name: 'a C1 control character', value: 'a\u0085b' },
  { name: 'a lone surrogate', value: 'a\ud800b' },
  { name: 'a line break', value: 'a\nb' },
  { name: 'combining marks', value: `e${'\u0301'.repeat(300)}` },
  { name: 'right-to-left and emoji', value: '\u202eabc👩‍👩‍👧‍👦' },
  { name: 'marks that turn a line around', value: 'a\u202egnp.\u2066\u200eelif\u2069\u206f\ufeff' },
  { name: 'an end of a line of Unicode', value: 'a\u2028\u2029b' },
  { name: 'nothing to see', value: '\u3164\u200b\u2060\u115f\u00ad' },
  { name: 'marks alone that turn around', value: '\u200f\u061c' },
  { name: 'accents without a letter', value: '\u0301\ufe0f' },
  { name: 'the empty Braille cell', value: '\u2800' },
  { name: 'joiners where they belong', value: 'می\u200cخواهم 👩\u200d🚒 ❤\ufe0f so\u00adft' },
  { name: 'emoji alone', value: '🎪' },
  { name: 'a quote and a comment', value: "'; drop table ticket; --" },
  { name: 'a script', value: '<script>alert(1)</script>' },
  { name: 'a template', value: '{{7*7}}' },
  { name: 'a path', value: '../../../../etc/passwd' },
  { name: 'a long text', value: 'x'.repeat(60_000) },
  { name: 'a uuid of nobody', value: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff', formats: ['uuid'] },
  { name: 'almost a uuid', value: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bfg' },
  { name: 'a uuid in braces', value: '{0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff}' },
  { name: 'an impossible date', value: '2026-02-30T25:61:00' },
  { name: 'a date alone', value: '2900-01-15' },
  { name: 'an odd date', value: oddDate.text, formats: ['date-time'] },
  { name: 'a date far away', value: '9999-12-31T23:59:59Z', formats: ['date-time'] },
  { name: 'an odd e-mail address', value: 'Zoë.O’Neil+tickets@Münster.test', formats: ['email'] },
  { name: 'two e-mail addresses', value: 'ada@a.test,ben@b.test' },
  { name: 'an e-mail address with a header', value: 'ada@a.test\r\nBcc: ben@b.test' },
  { name: 'an inner address', value: 'http://169.254.169.254/latest/', formats: ['uri'] },
  { name: 'an address that is a script', value: 'javascript:alert(1)' },
  { name: 'an address of a file', value: 'file:///etc/passwd' },
  { name: 'an empty list', value: [] },
  { name: 'a list of nulls', value: [null, null] },
  { name: 'a list of everything', value: [1, 'a', {}, []] },
  { name: 'an empty object', value: {} },
  {
    name: 'a prototype',
    value: JSON.parse('{"constructor": {"prototype": {"x": 1}}}'),
    refused: [400, 'invalid_body'],
  },
  { name: 'a deep list', value: deepList(500) },
]

function deepList(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/** Values on both sides of the limits in the schema itself. `working` is the value of that field in a working body. */
export function edgesOf(schema: Schema, working: unknown): readonly HostileValue[] {
  const { maxLength, minimum, maximum, maxItems, format, items } = schema
  const edges: HostileValue[] = (schema.enum ?? []).map((value) => ({ name: `${value}`, value }))
  if (schema.enum) edges.push({ name: 'a member in lower case', value: `${schema.enum[0]}`.toLowerCase() })
  if (maxLength !== undefined && format === undefined) {
    for (const length of [maxLength, maxLength + 1]) {
      edges.push({ name: `${length} letters`, value: 'x'.repeat(length) })
      edges.push({ name: `${length} letters of four bytes`, value: '𐌀'.repeat(length) })
    }
    edges.push({ name: `${maxLength} digits`, value: '1'.repeat(maxLength) })
  }
  if ((format === 'uri' || format === 'address') && maxLength !== undefined) {
    for (const length of [maxLength, maxLength + 1])
      edges.push({
        name: `an address of ${length}`,
        value: 'http://169.254.169.254/'.padEnd(length, 'x'),
        formats: ['uri'],
      })
  }
  if (minimum !== undefined) edges.push(...aroundNumber(minimum, -1))
  if (maximum !== undefined) edges.push(...aroundNumber(maximum, +1))
  if (format === 'uuid' && typeof working === 'string')
    edges.push({ name: 'it in capitals', value: working.toUpperCase(), formats: ['uuid'] })
  if (items && maxItems !== undefined && Array.isArray(working))
    edges.push({ name: 'one too many', value: Array(maxItems + 1).fill(working[0]) })
  return edges
}

function aroundNumber(limit: number, outwards: number): HostileValue[] {
  return [limit, limit + outwards].map((value) => ({ name: `${value}`, value }))
}

/** A whole body that a JSON operation does not expect. `value` is its content where it can be read. */
export type HostileBody = {
  readonly name: string
  readonly body: string | Uint8Array
  readonly contentType?: string
  /** How it is refused. `unfit`: it can be read, and is no object. Absent: the schema decides. */
  readonly refused?: readonly [status: number, code: string] | 'unfit'
  readonly value?: unknown
}

export const hostileBodies: readonly HostileBody[] = [
  { name: 'not JSON', body: '{"name": ', refused: [400, 'invalid_body'] },
  { name: 'a bare word', body: 'name', refused: [400, 'invalid_body'] },
  { name: 'NaN', body: '{"name": NaN}', refused: [400, 'invalid_body'] },
  { name: 'a comma too many', body: '{"name": "a",}', refused: [400, 'invalid_body'] },
  { name: 'two values', body: '{} {}', refused: [400, 'invalid_body'] },
  { name: 'a raw null byte', body: '{"name": "a\u0000b"}', refused: [400, 'invalid_body'] },
  { name: 'a prototype key', body: '{"__proto__": {"admin": true}}', refused: [400, 'invalid_body'] },
  { name: 'seventy thousand brackets', body: '['.repeat(70_000), refused: [413, 'body_too_large'] },
  { name: 'four thousand brackets', body: '['.repeat(4000), refused: [400, 'invalid_body'] },
  { name: 'deep and closed', body: `${'['.repeat(4000)}${']'.repeat(4000)}`, refused: 'unfit' },
  {
    name: 'more than a mebibyte',
    body: JSON.stringify({ name: 'x'.repeat(1_100_000) }),
    refused: [413, 'body_too_large'],
  },
  { name: 'XML', body: '<a/>', contentType: 'application/xml', refused: [415, 'unsupported_media_type'] },
  { name: 'plain text', body: '{}', contentType: 'text/plain', refused: [415, 'unsupported_media_type'] },
  {
    name: 'another charset',
    body: '{}',
    contentType: 'application/json; charset=latin1',
    refused: [415, 'unsupported_media_type'],
  },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.from('{"name": "Caf\u00e9"}', 'latin1'),
    refused: [400, 'invalid_body'],
  },
  { name: 'a list', body: '[]', refused: 'unfit' },
  { name: 'a text', body: '"x"', refused: 'unfit' },
  { name: 'a number', body: '5', refused: 'unfit' },
  { name: 'null', body: 'null', value: null },
  { name: 'an empty object', body: '{}', value: {} },
  { name: 'a replacement character, which is a character', body: '{"name": "\ufffd"}', value: { name: '\ufffd' } },
  // ADR 0075: the last one counts.
  { name: 'one key twice', body: '{"name": 5, "name": "b"}', value: { name: 'b' } },
]
