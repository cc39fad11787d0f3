import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { findTenant } from './find-tenant.ts'

/** The result of a command: the object of `--json`, and the same in words. */
export type CommandResult = {
  readonly json: Readonly<Record<string, unknown>>
  readonly text: string
  /** The command was refused although it has something to say (doctor): exit 1. */
  readonly refused?: boolean
}

export type CommandInput<Options> = {
  /** Read when it is asked for. @throws ConfigError naming every bad variable */
  readonly config: Config
  readonly options: Options
  /** The operands, which the command line has besides options, as their parsers made them. */
  readonly operands: readonly string[]
  /** A line on standard error: progress, never the result. */
  readonly log: (message: string) => void
  /** Prints the result of a command that stays (serve) while it runs. */
  readonly print: (result: CommandResult) => void
}

/** One file of src/cli: parse, one use case, result. Loaded only when its words are on the command line. */
export type CliCommand = {
  /** Its options and operands; `--json` and `--help` are there already. */
  readonly define?: (command: Command) => void
  /** Null: everything was printed while it ran. */
  readonly run: (input: CommandInput<never>) => Promise<CommandResult | null>
}

/** `Options` is what commander makes of the options that `define` declares: names in camelCase. */
export function defineCommand<Options>(command: {
  readonly define?: (command: Command) => void
  readonly run: (input: CommandInput<Options>) => Promise<CommandResult | null>
}): CliCommand {
  return command
}

/**
 * A command over the use cases: opens the service, attached to the server that runs or on its own database for the
 * moment, and closes it whatever happens.
 */
export function serviceCommand<Options>(command: {
  readonly define?: (command: Command) => void
  readonly run: (context: Context, input: CommandInput<Options>) => Promise<CommandResult>
}): CliCommand {
  return {
    ...command,
    async run(input) {
      const { openService } = await import('../start/open-service.ts')
      const service = await openService(input.config, 'command', { log: input.log })
      try {
        return await command.run(service.context, input)
      } finally {
        await service.close()
      }
    },
  }
}

/** A command at one organisation, which `--tenant` names: the first of its options. */
export function tenantCommand<Options = object>(command: {
  /** Which organisation that is. */
  readonly whose: string
  readonly define?: (command: Command) => void
  readonly run: (context: Context, tenant: Tenant, input: CommandInput<Options>) => Promise<CommandResult>
}): CliCommand {
  return serviceCommand<Options & { readonly tenant: string }>({
    define(line) {
      line.requiredOption('--tenant <slug>', command.whose)
      command.define?.(line)
    },
    run: async (context, input) => command.run(context, await findTenant(context, input.options.tenant), input),
  })
}
