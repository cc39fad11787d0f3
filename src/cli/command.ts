import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { findTenant } from './find-tenant.ts'
import { type Operand, type Options, required, type ValuesOf } from './options.ts'

/** The result of a command: the object of `--json`, and the same in words. */
export type CommandResult = {
  readonly json: Readonly<Record<string, unknown>>
  readonly text: string
  /** The command was refused although it has something to say (doctor): exit 1. */
  readonly refused?: boolean
}

export type CommandInput<Values, Taken> = {
  /** Read when it is asked for. @throws ConfigError naming every bad variable */
  readonly config: Config
  readonly options: Values
  readonly operand: Taken
  /** A line on standard error: progress, never the result. */
  readonly log: (message: string) => void
  /** Prints the result of a command that stays (serve) while it runs. */
  readonly print: (result: CommandResult) => void
  /** From the first call on, a signal to the process does not end it: it aborts this. */
  readonly stopping: () => AbortSignal
}

/** What the command line may say to a command; `--json` and `--help` are there already. */
type Words<Known extends Options, Taken> = {
  readonly options?: Known
  readonly operand?: Operand<Taken>
  /** What the help ends with. */
  readonly remark?: string
}

/** One file of src/cli: parse, one use case, result. Loaded only when its words are on the command line. */
export type CliCommand = Words<Options, unknown> & {
  /** Null: everything was printed while it ran. */
  readonly run: (input: CommandInput<never, never>) => Promise<CommandResult | null>
}

type NoOptions = Readonly<Record<never, never>>

export function defineCommand<Known extends Options = NoOptions, Taken = undefined>(
  command: Words<Known, Taken> & {
    readonly run: (input: CommandInput<ValuesOf<Known>, Taken>) => Promise<CommandResult | null>
  },
): CliCommand {
  return command
}

/**
 * A command over the use cases: opens the service, attached to the server that runs or on its own database for the
 * moment, and closes it whatever happens.
 */
export function serviceCommand<Known extends Options = NoOptions, Taken = undefined>(
  command: Words<Known, Taken> & {
    readonly run: (context: Context, input: CommandInput<ValuesOf<Known>, Taken>) => Promise<CommandResult>
  },
): CliCommand {
  return { ...command, run: inService(command.run) }
}

/** A command at one organisation, which `--tenant` names: the first of its options. */
export function tenantCommand<Known extends Options = NoOptions, Taken = undefined>(
  command: Words<Known, Taken> & {
    /** Which organisation that is. */
    readonly whose: string
    readonly run: (
      context: Context,
      tenant: Tenant,
      input: CommandInput<ValuesOf<Known>, Taken>,
    ) => Promise<CommandResult>
  },
): CliCommand {
  type Input = CommandInput<ValuesOf<Known> & { readonly tenant: string }, Taken>
  return {
    ...command,
    options: { '--tenant <slug>': required(command.whose), ...command.options },
    run: inService(async (context, input: Input) =>
      command.run(context, await findTenant(context, input.options.tenant), input),
    ),
  }
}

function inService<Values, Taken>(
  run: (context: Context, input: CommandInput<Values, Taken>) => Promise<CommandResult>,
) {
  return async (input: CommandInput<Values, Taken>): Promise<CommandResult> => {
    const { openService } = await import('../start/open-service.ts')
    const service = await openService(input.config, 'command', { log: input.log })
    try {
      return await run(service.context, input)
    } finally {
      await service.close()
    }
  }
}
