import type { Problem } from './generated/types.gen.ts'

/** What the server refused, or could not do: `code` is one of those in `/api/docs/errors/`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The HTTP status. */
  readonly status: number
  /** Why, for programs. Null: the answer came from something in front of the server. */
  readonly code: string | null
  /** The whole answer, with what the code has to say: the fields that are wrong, the line that is sold out. */
  readonly problem: Partial<Problem> & Readonly<Record<string, unknown>>
  /** By which the administrator of the server finds it in the log. Null: none came. */
  readonly requestId: string | null

  constructor({ status, headers }: Response, text: string) {
    const problem = readObject(text)
    const { code, detail, message } = problem
    const said = [detail, message, code].find((words) => typeof words === 'string')
    super(String(said ?? `The server answered ${status}`))
    this.status = status
    this.code = typeof code === 'string' ? code : null
    this.problem = problem
    this.requestId = headers.get('x-request-id')
  }
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
