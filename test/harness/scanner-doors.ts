import { afterAll } from 'vitest'
import { startBrowser } from './browser.ts'
import { emptyTable, openFakeCamera } from './fake-camera.ts'
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

/** Starts a browser for telephones whose camera sees an empty table: what is read is typed. */
export async function startFilmingBrowser() {
  const camera = await openFakeCamera()
  await camera.film([await emptyTable(), 5])
  const browser = await startBrowser(camera.words())
  afterAll(async () => {
    await browser.close()
    await camera.close()
  })
  return browser
}
