import { readConfig } from '../config.ts'
import { serve } from '../start/serve.ts'

/** Runs one command line and answers with its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCommand(words: readonly string[]): Promise<number> {
  if (words[0] !== 'serve') return 2
  const config = readConfig(process.env)
  await serve(config, {
    log: (message) => console.error(message),
    announce: ({ url, setUpUrl }) => {
      console.log(`Guichet answers at ${url}`)
      if (setUpUrl) console.log(`Set it up here, once: ${setUpUrl}`)
    },
  })
  return 0
}
