import { afterAll, expect, it } from 'vitest'
import { daysLater } from '../harness/bent-clock.ts'
import type { TestServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { serve } from '../harness/two-tenants.ts'
import { startAuthority } from '../harness/wallet-keys.ts'

/** The keys for wallets of every organisation, as Root's health tells of them: now, and by a process of later. */
const { server, later, client } = await serve({}, ({ server, client }) =>
  serve({ environment: daysLater(100), beside: server }, async ({ server: later }) => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    return { server, later, client }
  }),
)
const authority = await startAuthority()
afterAll(() => authority.remove())

const dayMs = 86_400_000

async function rowOf(on: TestServer, language = 'en'): Promise<string> {
  const { text } = await on.send('', 'GET', '/admin/', {
    cookie: await signIn(on, 'root', '', 'sue@server.test'),
    headers: { 'accept-language': language },
  })
  const rows = text.split('</tr>')
  return rows.find((row) => />(?:Wallets|Portefeuilles)<\/td>/.test(row)) ?? ''
}

/** An organisation with a certificate that ends so many days from now. */
async function make(organisation: string, days: number): Promise<string> {
  const made = await server.cli(
    'tenant',
    'create',
    '--organisation',
    organisation,
    '--category',
    'S',
    '--email',
    'ada@hall.test',
  )
  const slug = String(made['slug'])
  const { words } = await authority.issue({ until: new Date(Date.now() + days * dayMs) })
  await server.cli('wallet', 'set-apple', '--tenant', slug, ...words)
  return slug
}

/** Seen red with a limit of 10 days, and with archived organisations among them. */
it('says whose certificate ends within 30 days, whose has ended, and whose keys cannot be used', async () => {
  expect(await rowOf(server)).toContain('> good<')
  await make('The Year', 300)
  await make('The Soon', 120)
  expect(await rowOf(server)).toContain('> good<')
  const look = await rowOf(later)
  expect(look).toMatch(/look at it.*The Soon \(Apple Wallet\), certificate valid until [A-Z]/)
  expect(look).not.toContain('The Year')
  const french = await rowOf(later, 'fr')
  expect(french).toMatch(/à regarder.*The Soon \(Apple Wallet\), certificat valable jusqu’au [a-z]/)
  const over = await make('The Over', 90)
  expect(await rowOf(server)).toContain('> good<')
  const wrong = await rowOf(later)
  expect(wrong).toMatch(/wrong.*The Over \(Apple Wallet\), certificate expired on [A-Z]/)
  expect(wrong).toContain('The Soon')
  await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', over)
  expect(await rowOf(later)).toContain('look at it')
  await client.query("update wallet_keys set keys_encrypted = '\\x00'")
  expect(await rowOf(server)).toMatch(/wrong.*The Year \(Apple Wallet\), keys that this secret does not open/)
})
