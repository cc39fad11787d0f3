import { execFile } from 'node:child_process'

export type CliResult = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

/** Runs the built command line with exactly this environment. */
export function execCli(environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<CliResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/guichet.js', ...words],
      { env: environment },
      (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      },
    )
  })
}

/** `guichet <words> --json`: the one object on standard output. */
export async function runCli(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<Record<string, unknown>> {
  const result = await execCli(environment, [...words, '--json'])
  if (result.exitCode !== 0)
    throw new Error(`guichet ${words.join(' ')} exited ${result.exitCode}: ${result.stderr}`)
  return JSON.parse(result.stdout) as Record<string, unknown>
}
