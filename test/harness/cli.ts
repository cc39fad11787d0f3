import { execFile } from 'node:child_process'
import { createConnection } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

export type CliResult = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

/** Runs the built command line with exactly this environment; modules that are compiled already are not compiled again. */
export function execCli(environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<CliResult> {
  return new Promise((resolve) => {
    const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment }
    execFile(process.execPath, ['dist/guichet.js', ...words], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })
}

/** Runs `guichet <words> --json` in a process of its own; returns the one object on standard output. */
export async function runCli(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<Record<string, unknown>> {
  return parsed(words, await execCli(environment, [...words, '--json']))
}

/** The nouns of the only commands that change what a server keeps in memory (`db/change-feed.ts`). */
const kept = ['tenant', 'meta', 'domain', 'device', 'signing-key', 'payment-keys', 'data-key', 'secret', 'restore']
const changesNothingKept = ['device create', 'payment-keys show', 'tenant list', 'tenant show']
/** How long a server may take to hear of a change: its notification by the database is not visible to anybody else. */
const hearingMs = 100

/**
 * As `execCli`, in one process for the whole suite: where hundreds of commands are tried for what they say of their options, their
 * processes took longer than all else.
 */
export async function hostCli(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  host: string = inject('commandHost'),
): Promise<CliResult> {
  const socket = createConnection(host)
  socket.end(JSON.stringify({ environment, words }))
  return (await json(socket)) as CliResult
}

/** As `runCli`, in one process for the whole suite: for what a test finds set up, not for what it tests. */
export async function runHostedCli(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  host?: string,
): Promise<Record<string, unknown>> {
  // A command with a clock of its own, or with one more module, needs a process of its own.
  if (environment['NODE_OPTIONS'] !== undefined) return runCli(environment, words)
  const answer = parsed(words, await hostCli(environment, [...words, '--json'], host))
  if (isHeardOf(words)) await setTimeout(hearingMs)
  return answer
}

function isHeardOf([noun = '', verb = '']: readonly string[]): boolean {
  return kept.includes(noun) && !changesNothingKept.includes(`${noun} ${verb}`)
}

function parsed(words: readonly string[], { exitCode, stdout, stderr }: CliResult): Record<string, unknown> {
  if (exitCode !== 0) throw new Error(`guichet ${words.join(' ')} exited ${exitCode}: ${stderr}`)
  return JSON.parse(stdout) as Record<string, unknown>
}
