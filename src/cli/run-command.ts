import { packageVersion } from '../lib/package-version.ts'
import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { withEscapes } from '../lib/text.ts'
import { onStopSignal } from '../start/stop-signal.ts'
import type { CliCommand, CommandResult } from './command.ts'
import { type CommandEntry, commands, groups } from './commands.ts'
import { explainFailure } from './explain-failure.ts'

/** Where a command is run: the source of its settings, and what takes its output. A line comes without its end. */
export type Terminal = {
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** Standard output: the result. */
  readonly print: (line: string) => void
  /** Standard error: progress, and why it is refused. */
  readonly complain: (line: string) => void
  /** What ends a command that stays, or takes long. */
  readonly stopping: () => AbortSignal
}

/** That of this process. Complaints not by the console, which a service leaves to its libraries. */
const ownTerminal: Terminal = {
  environment: process.env,
  print: (line) => console.log(line),
  complain: (line) => process.stderr.write(`${line}\n`),
  stopping: onStopSignal,
}

/** Runs one command line and answers with its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCommand(words: readonly string[], terminal: Terminal = ownTerminal): Promise<number> {
  // `backup verify` rather than `backup`.
  const [entry] = commands
    .filter(([name]) => `${words.join(' ')} `.startsWith(`${name} `))
    .toSorted(([one], [other]) => other.length - one.length)
  let exitCode = 0
  try {
    const program = await buildProgram(entry, terminal, (code) => {
      exitCode = code
    })
    await program.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has said what is wrong by itself; help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const failure = await explainFailure(error)
    terminal.complain(withEscapes(failure.message))
    return failure.exitCode
  }
}

async function buildProgram(
  selected: CommandEntry | undefined,
  terminal: Terminal,
  finish: (exitCode: number) => void,
): Promise<Command> {
  const program = strict(new Command('guichet'))
    .description('Sells and checks event tickets for many organisations on one server.')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    })
    .version(packageVersion)
  for (const entry of commands) {
    const [name, summary, load] = entry
    const [first = '', second] = name.split(' ')
    const command = second === undefined ? program.command(first) : groupOf(program, first).command(second)
    strict(command).description(summary)
    if (entry === selected) equip(command, (await load()).command, terminal, finish)
  }
  return program
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  return known ?? strict(program.command(name)).description(groups[name] ?? '')
}

/** Wrong usage is thrown instead of ending the process, and there is one way to ask for help. */
function strict(command: Command): Command {
  return command.exitOverride().helpCommand(false).showHelpAfterError('(--help shows how it is used)')
}

function equip(
  command: Command,
  definition: CliCommand,
  { environment, print: printLine, complain, stopping }: Terminal,
  finish: (exitCode: number) => void,
): void {
  command.option('--json', 'print one JSON object on standard output and nothing else')
  for (const [flags, declared] of Object.entries(definition.options ?? {})) command.addOption(declared.option(flags))
  if (definition.operand) command.addArgument(definition.operand.argument())
  if (definition.remark !== undefined) command.addHelpText('after', `\n${definition.remark}`)
  refuseRepeats(command)
  command.action(async () => {
    const { json = false, ...options } = command.opts<{ json?: boolean }>()
    // What strangers wrote may have been stored before the doors cleaned it, and a mail server may answer anything.
    const print = (result: CommandResult) => printLine(withEscapes(json ? JSON.stringify(result.json) : result.text))
    const result = await definition.run({
      // Not before it is asked for: the doctor has more to say than that it is wrong.
      get config() {
        return readConfig(environment)
      },
      options: options as never,
      operand: command.processedArgs[0] as never,
      log: (message) => complain(withEscapes(message)),
      print,
      stopping,
    })
    if (result) print(result)
    finish(result?.refused ? 1 : 0)
  })
}

/** Refuses an option given twice: commander would silently keep the last value, and half of what was asked for would not be done. */
function refuseRepeats(command: Command): void {
  for (const option of command.options.filter(({ required, variadic }) => required && !variadic)) {
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' was given twice: it takes one value`)
      isGiven = true
    })
  }
}
