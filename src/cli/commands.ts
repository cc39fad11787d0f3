import type { CliCommand } from './command.ts'

export type CommandEntry = {
  /** `tenant create` */
  readonly words: readonly [string] | readonly [string, string]
  readonly summary: string
  readonly load: () => Promise<CliCommand>
}

/** Every command, a line each. Only the one that runs is loaded: the others would cost half a second. */
export const commands: readonly CommandEntry[] = [
  {
    words: ['serve'],
    summary: 'Start the service',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    words: ['migrate'],
    summary: 'Bring the database to this version and install Root and Meta',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    words: ['routes'],
    summary: 'List every route and who may call it',
    load: async () => (await import('./routes.ts')).routesCommand,
  },
  {
    words: ['tenant', 'create'],
    summary: 'Create an organisation',
    load: async () => (await import('./tenant-create.ts')).tenantCreate,
  },
]

/** What the first word of a two-word command is about. */
export const groups: Readonly<Record<string, string>> = {
  tenant: 'Organisations on this server',
  user: 'People and their rights',
  'api-key': 'Keys for programs',
  device: 'Scanning devices',
  ticket: 'Tickets',
  membership: 'Memberships',
  meta: 'The first Meta',
  federation: 'Organisations that share a Meta',
  secret: "The server's secret",
}
