import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

/** The address behind the button of the newest mail to an address that asks for an answer. */
export async function mailedLink(server: TestServer, email: string): Promise<string> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    `select letter->'action'->>'url' as url from mail where recipient = $1 and kind <> 'booking_kept'
     order by created_at desc, id desc limit 1`,
    [email],
  )
  await client.end()
  return String(rows[0].url)
}

/** Confirms the address of a booking with the button behind the mailed link. */
export async function confirmByMail(server: TestServer, slug: string, reservation: string): Promise<void> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    "select letter->'action'->>'url' as url from mail where reservation_id = $1 and kind = 'confirm_reservation'",
    [reservation],
  )
  await client.end()
  const headers = { origin: originOf(server, slug) }
  const answer = await server.send(slug, 'POST', `${new URL(rows[0].url).pathname}/`, { headers })
  if (answer.status !== 303) throw new Error(`${answer.status} ${answer.text}`)
}
