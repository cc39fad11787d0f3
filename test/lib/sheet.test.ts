import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvLines } from '../../src/lib/csv.ts'
import { decimalText, type Row } from '../../src/lib/sheet.ts'
import { xlsxFile } from '../../src/lib/xlsx.ts'

const timeZone = 'Europe/Paris'

describe('an amount', () => {
  it.each([
    [1050, 2, '10.50'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [1200, 0, '1200'],
    [1, 3, '0.001'],
    [90_071_992_547_409, 2, '900719925474.09'],
  ])('of %i with %i decimals is %s', (minor, digits, text) => {
    expect(decimalText({ minor, digits })).toBe(text)
  })
})

describe('CSV', () => {
  const line = (row: Row, form: 'comma' | 'semicolon' = 'comma') => csvLines([row], { form, timeZone })

  it.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '＝1'])('has nothing that is run: %j', (text) => {
    expect(line([text]).replace(/^"/, '').charAt(0)).toBe("'")
  })

  it('keeps what a text holds, and says what is negative', () => {
    expect(line(['a "b", c', 'x;y', ' z', 'two\nlines', null, ''])).toBe('"a ""b"", c","x;y"," z","two\nlines",,\r\n')
    expect(line([{ minor: -150, digits: 2 }, 3, { day: '2026-05-01' }], 'semicolon')).toBe('-1,50;3;2026-05-01\r\n')
    expect(line([{ at: new Date('2026-06-30T22:00:00Z') }])).toBe('2026-07-01 00:00:00\r\n')
  })
})

async function sheetOf(rows: readonly Row[]): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxFile({ sheetName: 'A & B', head: ['<h>'], batches: [rows], timeZone }))
    pieces.push(piece)
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)))
  expect(new TextDecoder().decode(files['xl/workbook.xml'])).toContain('name="A &amp; B"')
  return new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
}

describe('XLSX', () => {
  it('says what XML can say, and nothing that a spreadsheet reads as something else', async () => {
    const sheet = await sheetOf([['a<b>&"\u0001\uFFFE', '_x0041_', '\uD800', ' x ']])
    expect(sheet).toContain('>&lt;h&gt;</t>')
    expect(sheet).toContain('>a&lt;b&gt;&amp;&quot;</t>')
    expect(sheet).toContain('>_x005F_x0041_</t>')
    expect(sheet).toContain('>\uFFFD</t>')
    expect(sheet).toContain('xml:space="preserve"> x </t>')
  })

  it('has a cell of as much as a spreadsheet takes, and columns beyond Z', async () => {
    const sheet = await sheetOf([[...Array.from({ length: 27 }, () => 1), 'x'.repeat(40_000)]])
    expect(sheet).toContain('<c r="AA2" s="4"><v>1</v></c>')
    expect(/<c r="AB2".*?>(x+)</.exec(sheet)?.[1]?.length).toBe(32_767)
  })

  it('has days and moments as numbers that a spreadsheet shows as such', async () => {
    const sheet = await sheetOf([[{ day: '2026-05-01' }, { at: new Date('2026-06-30T22:00:00Z') }]])
    expect(sheet).toContain('<c r="A2" s="2"><v>46143</v></c>')
    expect(sheet).toContain('<c r="B2" s="3"><v>46204</v></c>')
  })
})
