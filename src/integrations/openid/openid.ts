import type { Configuration, CustomFetchOptions } from 'openid-client'
import { once } from '../../lib/once.ts'
import {
  type FetchAllowance,
  FetchRefusedError,
  type GuardedRequest,
  isAllowed,
  isServiceAddress,
} from '../fetch/guarded-fetch.ts'

/** How an organisation is known to its provider. */
export type ProviderClient = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }

/** What binds an answer to the browser that asked. */
export type ProviderQuestion = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** What the provider says of somebody; `sub` means the same person for ever. */
export type ProviderClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * `unreachable`: no answer, or too late. `forbidden_address`: within our own network. `no_provider`: what answers is none of that issuer.
 * `refused`: by the provider, which knows us not or let the person not in. `clock`: its time is not ours. `invalid`: not the answer to
 * what this browser asked, or not signed by the provider.
 */
export type OpenIdFailure = 'unreachable' | 'forbidden_address' | 'no_provider' | 'refused' | 'clock' | 'invalid'

export class OpenIdError extends Error {
  override readonly name = 'OpenIdError'
  readonly failure: OpenIdFailure
  /** A word of the protocol, for the log; nothing that was sent. */
  readonly code: string | null

  constructor(failure: OpenIdFailure, code: string | null = null) {
    super(`openid: ${failure}`)
    this.failure = failure
    this.code = code
  }
}

/** OpenID Connect with the providers of organisations: code flow with PKCE. */
export type OpenId = {
  /** May it be an issuer's address? Over https but where the installation allows another. */
  isIssuer(text: string): boolean
  /** @throws OpenIdError when no provider answers there */
  examine(client: ProviderClient): Promise<void>
  /** Makes the URL to which the browser is sent. @throws OpenIdError */
  startUrl(client: ProviderClient, question: ProviderQuestion): Promise<string>
  /** Reads the answer that a browser brought back, once everything about it is right. @throws OpenIdError */
  readAnswer(client: ProviderClient, question: ProviderQuestion, search: string): Promise<ProviderClaims>
}

/** The limits of each request to a provider; there are four at most while somebody waits. */
const limits = { maxBytes: 512 * 1024, timeoutMs: 5_000 }
/** The difference allowed between two clocks that are kept right. */
const toleranceSeconds = 60

export function createOpenId(options: { readonly request: GuardedRequest; readonly allow: FetchAllowance }): OpenId {
  const load = once(() => import('openid-client'))

  const isWeb = (text: string) => isServiceAddress(text, options.allow)
  const discover = async (client: ProviderClient) =>
    discoverProvider(await load(), client, { fetch: guarded(options.request), allow: options.allow })

  return {
    isIssuer(text) {
      if (!isWeb(text)) return false
      const { username, password } = new URL(text)
      // The library takes the address of a description as it is, without asking whose it is.
      return username === '' && password === '' && !/[?#]|\/\.well-known\//.test(text)
    },

    async examine(client) {
      await explained(() => discover(client))
    },

    async startUrl(client, { redirectUri, state, nonce, codeVerifier }) {
      const library = await load()
      const found = await explained(() => discover(client))
      const scopes = found.serverMetadata().scopes_supported ?? []
      return library.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        state,
        nonce,
        // Groups are a scope of their own at some.
        scope: ['openid', 'email', ...(scopes.includes('groups') ? ['groups'] : [])].join(' '),
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href
    },

    async readAnswer(client, { redirectUri, state, nonce, codeVerifier }, search) {
      const library = await load()
      return explained(async () => {
        const found = await discover(client)
        const answer = await library.authorizationCodeGrant(found, new URL(`${redirectUri}${search}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const signed = answer.claims()
        if (signed === undefined || new URL(signed.iss).href !== new URL(client.issuer).href)
          throw new OpenIdError('invalid', 'id_token')
        if (found.serverMetadata().userinfo_endpoint === undefined) return { ...signed }
        // Many say address and groups there alone. What is signed comes first.
        const more = await library.fetchUserInfo(found, answer.access_token, signed.sub)
        return { ...more, ...signed, ...mailOf(signed, more) }
      })
    },
  }
}

/** Makes the library's fetches go through the guarded request. */
function guarded(request: GuardedRequest) {
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const sent = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : null
    const { status, contentType, body: answer } = await request(url, { method, headers, body: sent }, limits)
    const isEmpty = [204, 205, 304].includes(status)
    return new Response(isEmpty ? null : new Uint8Array(answer), {
      status,
      headers: contentType === null ? {} : { 'content-type': contentType },
    })
  }
}

type Ways = { readonly fetch: ReturnType<typeof guarded>; readonly allow: FetchAllowance }

/** The provider as it describes itself, and how we are known to it. */
async function discoverProvider(
  library: typeof import('openid-client'),
  { issuer, clientId, clientSecret }: ProviderClient,
  { fetch, allow }: Ways,
): Promise<Configuration> {
  const url = new URL(issuer)
  const extensions = isAllowed(url, allow) ? [library.allowInsecureRequests] : []
  const found = await library.discovery(url, clientId, undefined, undefined, {
    [library.customFetch]: fetch,
    execute: extensions,
  })
  const metadata = found.serverMetadata()
  const { authorization_endpoint: start, token_endpoint: token, jwks_uri: keys } = metadata
  if ([start, token, keys].some((address) => address === undefined || !isServiceAddress(address, allow)))
    throw new OpenIdError('no_provider', 'endpoints')
  const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = metadata
  const { ClientSecretBasic, ClientSecretPost } = library
  const known = (ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost)(clientSecret)
  const tolerance = { [library.clockTolerance]: toleranceSeconds }
  const configuration = new library.Configuration(metadata, clientId, tolerance, known)
  configuration[library.customFetch] = fetch
  // Who signed an answer is looked at, whatever it came by.
  for (const extend of [...extensions, library.enableNonRepudiationChecks]) extend(configuration)
  return configuration
}

type Claims = Readonly<Record<string, unknown>>

/** The word that an address is verified holds for the address beside it alone. */
function mailOf(signed: Claims, more: Claims): Claims {
  const isSaidThere = signed['email_verified'] === undefined && signed['email'] === more['email']
  const { email, email_verified } = signed['email'] === undefined || isSaidThere ? more : signed
  return { email, email_verified }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(error)
  }
}

const refusedCodes = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
])
const otherwise = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

/** Finds what went wrong in an error of the library: the refusals of a fetch are among its causes. */
function explain(error: unknown): Error {
  const causes = causesOf(error)
  const own = causes.find((cause) => cause instanceof OpenIdError)
  if (own) return own
  const fetched = causes.find((cause) => cause instanceof FetchRefusedError)
  if (fetched) {
    const { reason } = fetched
    const isInside = reason === 'forbidden_address' || reason === 'invalid_url'
    return new OpenIdError(isInside ? 'forbidden_address' : 'unreachable', reason)
  }
  const codes = causes.flatMap(({ code }) => (typeof code === 'string' ? [code] : []))
  const code = codes[0] ?? null
  if (codes.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) return new OpenIdError('clock', code)
  if (codes.some((one) => refusedCodes.has(one))) return new OpenIdError('refused', code)
  if (codes.some((one) => otherwise.has(one))) return new OpenIdError('no_provider', code)
  // Also without a code: a key, say, that is none.
  if (causes.some(({ name }) => name === 'ClientError')) return new OpenIdError('invalid', code)
  return error instanceof Error ? error : new Error(String(error))
}

type Cause = Error & { readonly code?: unknown }

function causesOf(error: unknown): readonly Cause[] {
  const causes: Cause[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause)
  return causes
}
