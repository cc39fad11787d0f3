import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'
import type { Answer } from './client.ts'
import type { SigningIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

export type ProvidedPerson = {
  readonly sub: string
  readonly email: string
  /** Whether the provider calls the address verified; true when absent. */
  readonly isVerified?: boolean
  readonly groups?: readonly string[]
  /** Another address in the signed token, which says nothing else about it. */
  readonly signedEmail?: string
}

export type OpenIdClient = {
  readonly id: string
  readonly secret: string
  /** The address that browsers are sent back to. */
  readonly returns: string
}

/** A real provider of OpenID Connect (oidc-provider), at which people sign in as the test says. */
export type OpenIdProvider = {
  readonly issuer: string
  /** The value of FETCH_ALLOW. */
  readonly allowance: string
  /** The requests it got, by method and path. */
  readonly requests: readonly string[]
  /** Registers a client and each of its addresses. */
  register(client: OpenIdClient): void
  /** Signs a person in who comes with that address from another site; returns where their browser is sent back to. */
  signIn(url: string, person: ProvidedPerson): Promise<URL>
  /** Sets its next answer at a path that begins like this, in place of its own. */
  answerNext(path: string, answer: (response: ServerResponse) => void): void
  stop(): Promise<void>
}

/** What the owner's form says about the provider. */
export const providerFields = {
  name: 'House Login',
  issuer: 'https://127.0.0.1:1',
  client_id: 'guichet',
  client_secret: 'a-secret-of-the-house-0123456789',
  mail_domains: 'house.test',
  role_claim: '',
  manager_values: '',
  box_office_values: '',
  steward_values: '',
  accountant_values: '',
}

/** Sets a provider as an owner, by default one that nobody may reach. */
export async function setProvider(
  server: SigningIn,
  slug: string,
  email: string,
  given: Partial<typeof providerFields> = {},
): Promise<Answer> {
  const staff = await staffOf(server, { slug }, email)
  const path = '/admin/settings/sign-in/'
  const seen = /name="seen" value="([^"]*)"/.exec((await staff.show(path)).text)?.[1] ?? ''
  return staff.press(path, Object.entries({ ...providerFields, ...given, seen }))
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people = new Map<string, ProvidedPerson>()
  const clients: { readonly id: string; readonly secret: string; readonly returns: string[] }[] = []
  const requests: string[] = []
  const nexts: { readonly path: string; readonly answer: (response: ServerResponse) => void }[] = []
  let provider: Provider | null = null

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(`${request.method} ${path.split('?')[0]}`)
    const next = nexts.findIndex((one) => path.startsWith(one.path))
    const [taken] = next < 0 ? [] : nexts.splice(next, 1)
    if (taken !== undefined) return taken.answer(response)
    answer(request, response, path).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    provider ??= new Provider(issuer, settings())
    const signsIn = path.startsWith('/interaction/')
    if (!signsIn) return void (await provider.callback()(request, response))
    const accountId = String(request.headers['x-person'])
    await provider.interactionFinished(request, response, { login: { accountId } })
  }

  function settings(): Configuration {
    return {
      clients: clients.map(({ id, secret, returns }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: returns,
      })),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      scopes: ['openid', 'email', 'groups'],
      // The signed token may contain the claims, too.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['for tests alone'] },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, Interaction: 600, Session: 600, IdToken: 300 },
      findAccount: (_, accountId) => ({
        accountId,
        claims: (use) => {
          const { email, isVerified = true, groups = [], signedEmail } = people.get(accountId) ?? { email: '' }
          if (use === 'id_token')
            return { sub: accountId, ...(signedEmail === undefined ? {} : { email: signedEmail }) }
          return { sub: accountId, email, email_verified: isVerified, groups: [...groups] }
        },
      }),
      async loadExistingGrant(ctx) {
        const { client, session, provider: own } = ctx.oidc
        if (client === undefined || session?.accountId === undefined) return undefined
        const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email groups')
        await grant.save()
        return grant
      },
    }
  }

  return {
    issuer,
    allowance: `127.0.0.1:${port}`,
    requests,
    register({ id, secret, returns }) {
      const known = clients.find((client) => client.id === id)
      if (known === undefined) clients.push({ id, secret, returns: [returns] })
      else known.returns.push(returns)
      provider = null
    },
    async signIn(start, person) {
      people.set(person.sub, person)
      const cookies = new Map<string, string>()
      let url = new URL(start)
      for (let hop = 0; hop < 10; hop++) {
        if (url.origin !== issuer) return url
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answered = await fetch(url, { redirect: 'manual', headers: { cookie, 'x-person': person.sub } })
        for (const set of answered.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = answered.headers.get('location')
        if (location === null) throw new Error(`${url.pathname}: ${answered.status} ${await answered.text()}`)
        url = new URL(location, url)
      }
      throw new Error('the provider goes round in circles')
    },
    answerNext(path, answerWith) {
      nexts.push({ path, answer: answerWith })
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
