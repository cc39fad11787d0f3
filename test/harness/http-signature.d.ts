/** What is used of the library that PeerTube and Gancio check requests with; it has no types of its own. */
declare module '@peertube/http-signature' {
  import type { IncomingMessage } from 'node:http'

  type Parsed = { readonly keyId: string; readonly params: { readonly headers: readonly string[] } }
  type Signable = {
    readonly method: string
    readonly path: string
    getHeader(name: string): string | undefined
    setHeader(name: string, value: string): void
  }
  const library: {
    parseRequest(request: IncomingMessage, options: { readonly authorizationHeaderName: string }): Parsed
    verifySignature(parsed: Parsed, publicKey: string): boolean
    signRequest(
      request: Signable,
      options: {
        readonly authorizationHeaderName: string
        readonly keyId: string
        readonly key: string
        readonly headers: readonly string[]
        readonly algorithm: 'rsa-sha256'
      },
    ): boolean
  }
  export = library
}
