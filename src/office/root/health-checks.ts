/** The checks, in the order in which they are made. */
export const healthChecks = [
  'database',
  'migrations',
  'jobs',
  'workers',
  'given_up',
  'space',
  'backups',
  'mail',
  'wallets',
  'secret',
  'versions',
] as const
export type HealthCheck = (typeof healthChecks)[number]

export type HealthState = 'good' | 'look' | 'wrong'
