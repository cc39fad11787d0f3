import { AppError } from '../../errors.ts'

/**
 * Runs a use case whose refusals name a field in our words, and names it as the interface does.
 *
 * @param names the interface's name by ours; fields not listed have the same in both
 * @throws whatever `work` throws
 */
export async function withWireFields<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.fields || error.code === 'invalid_transition') throw error
    const fields = Object.entries(error.details.fields).map(([field, messages]) => [names[field] ?? field, messages])
    throw new AppError(error.code, { ...error.details, fields: Object.fromEntries(fields) })
  }
}
