import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { type Cell, decimalText, type Row } from './sheet.ts'
import { offsetAt } from './time.ts'
import { xmlText } from './xml.ts'

type Workbook = {
  readonly sheetName: string
  /** The first row of every sheet, which stays in sight. */
  readonly head: readonly string[]
  /** A batch at a time: memory stays that of a batch. */
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
  /** The time zone in which moments are shown. */
  readonly timeZone: string
}

/** How many rows a sheet can hold (Excel's own limit); the rest goes to another. */
const mostRows = 1_048_576
/** UTF-16 units of a cell, likewise. */
const mostCharacters = 32_767

/**
 * A workbook in the form of Excel, Numbers and LibreOffice (ECMA-376), piece by piece while its rows come. Texts are cells of
 * text, whatever they begin with: nothing of them is a formula.
 */
export async function* xlsxFile(book: Workbook): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const openSheet = async (number: number): Promise<Part> => {
    const part = openPart(zip, `xl/worksheets/sheet${number}.xml`)
    await part.write(`${sheetHead}${rowText(book.head, 1, book.timeZone, headStyle)}`)
    return part
  }
  let sheets = 1
  let row = 1
  let sheet = await openSheet(sheets)
  try {
    for await (const batch of book.batches) {
      let text = ''
      for (const cells of batch) {
        if (row === mostRows) {
          await sheet.end(`${text}${sheetFoot}`)
          sheet = await openSheet(++sheets)
          text = ''
          row = 1
        }
        text += rowText(cells, ++row, book.timeZone)
      }
      await sheet.write(text)
      yield* pieces.splice(0)
    }
    await sheet.end(sheetFoot)
  } finally {
    sheet.close()
  }
  for (const [name, text] of Object.entries(partsOf(book.sheetName, sheets)))
    await openPart(zip, name).end(`${declaration}${text}`)
  zip.end()
  yield* pieces
}

type Part = {
  write(text: string): Promise<void>
  /** The last of it; the next part may be opened after. */
  end(text: string): Promise<void>
  /** Closes a file that nobody wants any more. */
  close(): void
}

/** Packed by the threads of the process: of a batch it would stand the event loop for longer than everything else. */
function openPart(zip: Zip, filename: string): Part {
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression: deflated }
  zip.add(file)
  const packer = createDeflateRaw({ level: 3 })
  packer.on('data', (piece: Buffer<ArrayBuffer>) => file.ondata?.(null, piece, false))
  // The writer is told.
  packer.on('error', () => undefined)
  const write = (text: string) => {
    const bytes = Buffer.from(text)
    file.size += bytes.length
    file.crc = crc32(bytes, file.crc)
    return new Promise<void>((resolve, reject) => {
      packer.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }
  return {
    write,
    async end(text) {
      await write(text)
      await finished(packer.end())
      file.ondata?.(null, new Uint8Array(), true)
    },
    close: () => packer.destroy(),
  }
}

/** The method of packing, as a ZIP file says it. */
const deflated = 8

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>`
const sheetFoot = '</sheetData></worksheet>'

/** Positions in `cellXfs` below. */
const headStyle = 1
const dayStyle = 2
const momentStyle = 3
const decimalStyles: Readonly<Record<number, number>> = { 0: 4, 2: 5, 3: 6 }

const styles = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">${[
  '<xf/>',
  '<xf fontId="1" applyFont="1"/>',
  ...[164, 165, 1, 2, 166].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`),
].join('')}</cellXfs></styleSheet>`

function partsOf(sheetName: string, sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  const relation = (id: string, name: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${name}" Target="${target}"/>`
  const name = (number: number) => escaped(number === 1 ? sheetName : `${sheetName} ${number}`)
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers
      .map((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${numbers
      .map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
      .join('')}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${numbers
      .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type('worksheet')}"/>`)
      .join('')}</Types>`,
  }
}

function rowText(cells: Row, row: number, timeZone: string, style = 0): string {
  const written = cells.map((cell, index) => cellText(cell, `${columnName(index)}${row}`, timeZone, style))
  return `<row r="${row}">${written.join('')}</row>`
}

function cellText(cell: Cell, at: string, timeZone: string, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') {
    const text = escaped(cell.slice(0, mostCharacters))
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  const number = (text: string, numberStyle: number) => `<c r="${at}" s="${numberStyle}"><v>${text}</v></c>`
  if (typeof cell === 'number') return number(String(cell), decimalStyles[0] ?? 0)
  if ('day' in cell) return number(String(serialOf(Date.parse(`${cell.day}T00:00Z`))), dayStyle)
  if ('at' in cell)
    return number(String(serialOf(cell.at.getTime() + offsetAt(cell.at.getTime(), timeZone))), momentStyle)
  return number(decimalText(cell), decimalStyles[cell.digits] ?? 0)
}

/** Days since the end of 1899, as spreadsheets count; to the second. */
function serialOf(localMs: number): number {
  return Math.round(localMs / 1000) / 86_400 + 25_569
}

/** A, B … Z, AA … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`
}

/** Escapes a text. A literal `_x0041_` would be read as a sign: spreadsheets write some that way. */
function escaped(text: string): string {
  return xmlText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}
