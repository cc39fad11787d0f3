import { longestDeviceName } from './device-settings.ts'

/** A line of a list of names, counted from 1. */
export type NamedLine = { readonly line: number; readonly name: string }

export type NameProblem =
  | { readonly kind: 'long'; readonly line: number }
  | { readonly kind: 'twice'; readonly line: number; readonly earlier: number }
  | { readonly kind: 'taken'; readonly name: string }

/**
 * Why people at the door could not tell these devices apart: capitals make no other name.
 *
 * @param taken the names of the devices that exist
 */
export function findNameProblems(lines: readonly NamedLine[], taken: readonly string[]): readonly NameProblem[] {
  const known = new Set(taken.map(said))
  const seen = new Map<string, number>()
  return lines.flatMap(({ line, name }): readonly NameProblem[] => {
    if (name.length > longestDeviceName) return [{ kind: 'long', line }]
    const earlier = seen.get(said(name))
    if (earlier !== undefined) return [{ kind: 'twice', line, earlier }]
    seen.set(said(name), line)
    return known.has(said(name)) ? [{ kind: 'taken', name }] : []
  })
}

const said = (name: string) => name.normalize('NFC').toLowerCase()
