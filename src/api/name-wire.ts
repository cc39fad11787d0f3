import { Maybe, Text } from '../http/wire/schemas.ts'

/** The name of a person, as a body has it. */
export const NameIn = {
  first_name: Maybe(Text({ max: 200, example: 'Ada' })),
  last_name: Maybe(Text({ max: 200, example: 'Lovelace' })),
}

type Sent = { readonly first_name?: string | null; readonly last_name?: string | null }

/** The name as it is to be: what was not sent of it stays, and null empties it. */
export function readName({ first_name, last_name }: Sent, former = { firstName: '', lastName: '' }) {
  return {
    firstName: first_name === undefined ? former.firstName : (first_name ?? ''),
    lastName: last_name === undefined ? former.lastName : (last_name ?? ''),
  }
}
