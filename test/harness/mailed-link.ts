import type { TestServer } from './server.ts'

/** Where the button of the newest mail to an address leads. */
export async function mailedLink(server: TestServer, email: string): Promise<string> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    "select letter->'action'->>'url' as url from mail where recipient = $1 order by created_at desc, id desc limit 1",
    [email],
  )
  await client.end()
  return String(rows[0].url)
}
