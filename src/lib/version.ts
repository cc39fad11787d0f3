import { sha256 } from './hash.ts'

/** Tells whether what a form showed is still so: equal values, in the same order of fields, have the same one. */
export function versionOf(values: object): string {
  return sha256(JSON.stringify(values)).toString('base64url').slice(0, 22)
}
