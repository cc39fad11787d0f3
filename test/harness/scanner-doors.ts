import { afterAll } from 'vitest'
import { startBrowser } from './browser.ts'
import { scannerAt } from './scanner.ts'
import { scanningAt } from './scanning.ts'
import { twoDoors } from './two-tenants.ts'

/** Opens two doors, the actions at the first, and a browser for the telephones of this file. */
export async function openScannerDoors() {
  const doors = await twoDoors()
  const browser = await startBrowser()
  afterAll(() => browser.close())
  return { ...doors, ...scanningAt(doors), browser, here: scannerAt(doors.server, doors.hall.slug) }
}
