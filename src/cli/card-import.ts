import { readFile } from 'node:fs/promises'
import { importCards } from '../features/card/import-cards.ts'
import { serviceCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'
import { operand } from './options.ts'

export const command = serviceCommand({
  operand: operand('<file>', 'CSV in UTF-8, the first line naming the columns: tag_id, number and perhaps uuid'),
  remark: 'One bad line, and nothing is imported. The same list may be imported again.',
  async run(context, { operand: file }) {
    const result = await importCards(context, await readText(file))
    return { json: result, text: `${result.imported} cards were imported; ${result.known} were there already.` }
  },
})

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : (error as NodeJS.ErrnoException).code
    throw new CommandRefusedError(`"${file}" cannot be read: ${reason}.`)
  }
}
