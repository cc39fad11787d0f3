type Failure = { readonly tenantId: string; readonly error: unknown }

/**
 * The organisations that work over all of them failed for. Its message is for the log: ids and kinds of errors, and never their
 * words, which may name a person.
 */
export class TenantsFailedError extends AggregateError {
  constructor(failures: readonly Failure[]) {
    const words = failures.map(({ tenantId, error }) => `${tenantId} (${kindOf(error)})`)
    super(
      failures.map(({ error }) => error),
      `failed for ${words.join(', ')}`,
    )
    this.name = 'TenantsFailedError'
  }
}

/**
 * Does the work for one tenant after the other. One that fails does not stop the others.
 *
 * @throws TenantsFailedError at the end, when it failed for any
 */
export async function forEachTenant<T extends string | { readonly id: string }>(
  tenants: readonly T[],
  work: (tenant: T) => Promise<void>,
): Promise<void> {
  const failures: Failure[] = []
  for (const tenant of tenants) {
    try {
      await work(tenant)
    } catch (error) {
      failures.push({ tenantId: typeof tenant === 'string' ? tenant : tenant.id, error })
    }
  }
  if (failures.length > 0) throw new TenantsFailedError(failures)
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  return `${error.name}${code}`
}
