import { access, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { patienceMs } from './patience.ts'

/** The languages that pages are in (messages/languages.json). */
export type Spoken = 'en' | 'fr' | 'de' | 'es'

export type OpenPage = { readonly page: Page; readonly complaints: string[] }

export type TestBrowser = {
  /** Opens a page with its own profile; its errors and warnings are collected in `complaints`. */
  open(options: {
    readonly width: number
    readonly locale: Spoken
    readonly colorScheme?: 'light' | 'dark'
    /** Device pixels for each pixel of the page. */
    readonly density?: number
    /** False for a visitor whose browser runs no scripts. */
    readonly javaScriptEnabled?: boolean
    /** The telephone's time zone, as IANA names it; the machine's own when absent. */
    readonly timeZone?: string
  }): Promise<OpenPage>
  close(): Promise<void>
}

/** A telephone's browser whose profile survives when the browser is killed. */
export type LastingBrowser = {
  /** Opens the browser's page; after a death, with what the browser wrote before. */
  open(): Promise<Page>
  /** Kills the browser at once, as when the battery is empty: nothing is told, nothing is tidied up. */
  die(): Promise<void>
  close(): Promise<void>
}

/**
 * Unpacks the Chromium that comes with the packages, once for the run, which removes it afterwards: the machine needs none, and
 * two people who test at once do not share one.
 *
 * @returns its path
 */
async function unpackChromium(): Promise<string> {
  const shared = join(tmpdir(), 'browser')
  const executable = join(shared, 'chromium')
  if (await isThere(executable)) return executable
  const directory = await mkdtemp(join(tmpdir(), 'browser-'))
  const former = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  const { default: packaged } = await import('@sparticuz/chromium')
  await packaged.executablePath()
  if (former === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = former
  // The directory appears complete or not at all; another worker may have been first.
  await rename(directory, shared).catch(() => rm(directory, { recursive: true }))
  return executable
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

// Not the package's own arguments: they ask for a single process, which does not survive the end of a page.
const wordsForAll = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Starts the browser of one telephone, at 390 pixels and in English, that can die and be opened again. */
export async function startLastingBrowser(): Promise<LastingBrowser> {
  const executablePath = await unpackChromium()
  const directory = await mkdtemp(join(tmpdir(), 'profile-'))
  let context: BrowserContext | null = null
  return {
    async open() {
      context = await chromium.launchPersistentContext(directory, {
        executablePath,
        args: wordsForAll,
        headless: true,
        locale: 'en',
        reducedMotion: 'reduce',
        viewport: { width: 390, height: 900 },
      })
      context.setDefaultTimeout(patienceMs)
      return context.pages()[0] ?? context.newPage()
    },
    async die() {
      const dying = context
      const session = await dying?.browser()?.newBrowserCDPSession()
      const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
      const gone = dying?.waitForEvent('close')
      for (const { id } of processInfo) killAtOnce(id)
      await gone
      context = null
    },
    async close() {
      await context?.close()
      // Again where a process that is just ending still writes.
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Some end by themselves as soon as the first is gone. */
function killAtOnce(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts a browser for many telephones. `words`: further options of Chromium's command line. */
export async function startBrowser(words: readonly string[] = []): Promise<TestBrowser> {
  const executablePath = await unpackChromium()
  const args = [...wordsForAll, ...words]
  const browser: Browser = await chromium.launch({ executablePath, args, headless: true })
  return {
    async open({ width, locale, colorScheme = 'light', density = 1, javaScriptEnabled = true, timeZone }) {
      const viewport = { width, height: 900 }
      // Without motion: a colour in transition is neither the old nor the new one, and axe may look just then.
      const context = await browser.newContext({
        viewport,
        locale,
        colorScheme,
        deviceScaleFactor: density,
        javaScriptEnabled,
        reducedMotion: 'reduce',
        ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
      })
      context.setDefaultTimeout(patienceMs)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        // A picture that was chosen and is shown before it is sent is a `blob:` of the page itself.
        if (!/^(blob:)?https?:\/\/([\w-]+\.)?localhost:/.test(request.url()) && !request.url().startsWith('data:')) {
          complaints.push(`a request to somebody else: ${request.url()}`)
        }
      })
      return { page, complaints }
    },
    close: () => browser.close(),
  }
}
