import pg from 'pg'

type Socket = { readonly socketDirectory: string; readonly port: number }

/** Runs `work` on a connection of the superuser's, which is for the making of roles and databases only. */
export async function asSuperuser<T>(
  { socketDirectory, port }: Socket,
  database: 'postgres' | 'guichet',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    user: 'postgres',
    database,
    // PGSSLMODE in the environment is meant for some other server.
    ssl: false,
    connectionTimeoutMillis: 5_000,
  })
  // A server that dies ends the query as well; unheard, the event would end this process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns when the server behind the socket answers; rejects with why it does not. */
export async function connectOnce(socket: Socket, database: 'postgres' | 'guichet'): Promise<void> {
  await asSuperuser(socket, database, async () => undefined)
}
