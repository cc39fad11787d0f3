import { Argument, Option } from 'commander'

/** Reads a value; `before` is what was read where it may come several times. */
type Read<T> = (value: string, before: T | undefined) => T

type OneOf<T> = { readonly choices: readonly (T & string)[] }

/** What is said of an option beside its flags; its value is read as a `T`. */
export type Declared<T> = { readonly option: (flags: string) => Option; readonly readAs?: T }

/** The options of a command by their flags, as its help shows them: `--until <date>`. */
export type Options = Readonly<Record<string, Declared<unknown>>>

/** What was given for the options, by their names in camelCase. */
export type ValuesOf<Known extends Options> = {
  readonly [Flags in keyof Known as NameOf<Flags>]: Known[Flags] extends Declared<infer Value> ? Value : never
}

type NameOf<Flags> = Flags extends `--${infer Name} <${string}` | `--${infer Name} [${string}`
  ? CamelCase<Name>
  : Flags extends `--${infer Name}`
    ? CamelCase<Name>
    : never
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** An option that may be left out: undefined then. */
export function optional(summary: string): Declared<string | undefined>
export function optional<T>(summary: string, read: Read<T> | OneOf<T>): Declared<T | undefined>
export function optional<T>(summary: string, read?: Read<T> | OneOf<T>): Declared<T | undefined> {
  return { option: (flags) => optionOf(flags, summary, read) }
}

export function required(summary: string): Declared<string>
export function required<T>(summary: string, read: Read<T> | OneOf<T>): Declared<T>
export function required<T>(summary: string, read?: Read<T> | OneOf<T>): Declared<T> {
  return { option: (flags) => optionOf(flags, summary, read).makeOptionMandatory() }
}

/** An option that is `usual` where it is left out. */
export function usually<T>(usual: T, summary: string, read: Read<T>): Declared<T> {
  return { option: (flags) => optionOf(flags, summary, read).default(usual) }
}

/** An option without a value. */
export function flag(summary: string): Declared<true | undefined> {
  return { option: (flags) => new Option(flags, summary) }
}

/** How one of a few values is read; the help names them. */
export function oneOf<const T extends string>(choices: readonly T[]): OneOf<T> {
  return { choices }
}

function optionOf<T>(flags: string, summary: string, read?: Read<T> | OneOf<T>): Option {
  const option = new Option(flags, summary)
  if (read === undefined) return option
  return typeof read === 'function' ? option.argParser(read) : option.choices(read.choices)
}

/** What a command takes besides options, read as a `T`. */
export type Operand<T> = { readonly argument: () => Argument; readonly readAs?: T }

/** `<key>`, which has to be there. */
export function operand(name: `<${string}>`, summary: string, read?: Read<string>): Operand<string> {
  return { argument: () => argumentOf(name, summary, read) }
}

/** `[uuid...]`: empty where there is none. */
export function operands<T>(name: `[${string}...]`, summary: string, read: Read<readonly T[]>): Operand<readonly T[]> {
  return { argument: () => argumentOf(name, summary, read) }
}

function argumentOf<T>(name: string, summary: string, read?: Read<T>): Argument {
  const argument = new Argument(name, summary)
  return read === undefined ? argument : argument.argParser(read)
}
