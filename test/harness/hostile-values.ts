/** Values no field of the interface should ever trip over: types, lengths, depth, unicode, null bytes, huge numbers. */
export const hostileValues: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'zero', value: 0 },
  { name: 'minus one', value: -1 },
  { name: 'a fraction', value: 0.005 },
  { name: 'a huge number', value: 1e308 },
  { name: 'past 2^53', value: 2 ** 60 },
  { name: 'past int4', value: 2_147_483_648 },
  { name: 'empty text', value: '' },
  { name: 'blanks', value: '   ' },
  { name: 'digits', value: '5' },
  { name: 'digits with an exponent', value: '1e5' },
  { name: 'a not-a-number word', value: 'NaN' },
  { name: 'a null byte', value: 'a\u0000b' },
  { name: 'a control character', value: 'a\u0007b' },
  { name: 'a lone surrogate', value: 'a\ud800b' },
  { name: 'combining marks', value: `e${'\u0301'.repeat(300)}` },
  { name: 'right-to-left and emoji', value: '\u202eabc👩‍👩‍👧‍👦' },
  { name: 'a quote and a comment', value: "'; drop table ticket; --" },
  { name: 'a script', value: '<script>alert(1)</script>' },
  { name: 'a template', value: '{{7*7}}' },
  { name: 'a path', value: '../../../../etc/passwd' },
  { name: 'a long text', value: 'x'.repeat(100_000) },
  { name: 'a uuid of nobody', value: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff' },
  { name: 'almost a uuid', value: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bfg' },
  { name: 'an impossible date', value: '2026-02-30T25:61:00' },
  { name: 'a date far away', value: '9999-12-31T23:59:59Z' },
  { name: 'an inner address', value: 'http://169.254.169.254/latest/' },
  { name: 'an empty list', value: [] },
  { name: 'a list of nulls', value: [null, null] },
  { name: 'a list of everything', value: [1, 'a', {}, []] },
  { name: 'an empty object', value: {} },
  { name: 'a prototype', value: JSON.parse('{"constructor": {"prototype": {"x": 1}}}') },
  { name: 'a deep list', value: deepList(500) },
]

function deepList(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/** Whole bodies that are not what a JSON operation takes. */
export const hostileBodies: readonly {
  readonly name: string
  readonly body: string | Uint8Array
  readonly contentType?: string
  readonly status?: number
}[] = [
  { name: 'not JSON', body: '{"name": ', status: 400 },
  { name: 'a bare word', body: 'name', status: 400 },
  { name: 'a prototype key', body: '{"__proto__": {"admin": true}}', status: 400 },
  { name: 'a million brackets', body: '['.repeat(1_000_000), status: 400 },
  { name: 'deep and closed', body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
  { name: 'more than a mebibyte', body: JSON.stringify({ name: 'x'.repeat(1_100_000) }), status: 413 },
  { name: 'XML', body: '<a/>', contentType: 'application/xml', status: 415 },
  { name: 'plain text', body: '{}', contentType: 'text/plain', status: 415 },
  { name: 'a list', body: '[]' },
  { name: 'a text', body: '"x"' },
  { name: 'a number', body: '5' },
  { name: 'null', body: 'null' },
  { name: 'a replacement character, which is a character', body: '{"name": "\ufffd"}' },
  { name: 'bytes that are no UTF-8', body: Buffer.from('{"name": "Caf\u00e9"}', 'latin1'), status: 400 },
  { name: 'another charset', body: '{}', contentType: 'application/json; charset=latin1', status: 415 },
  { name: 'one key twice', body: '{"name": "a", "name": "b"}' },
]
