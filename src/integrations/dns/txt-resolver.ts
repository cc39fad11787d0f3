import { Resolver } from 'node:dns/promises'

/** The TXT records of a name; none where the name or its zone does not answer. */
export type TxtResolver = { lookup(name: string): Promise<readonly string[]> }

export type TxtResolverOptions = {
  /** `address` or `address:port`; those of the system when absent. */
  readonly servers?: readonly string[]
}

/** Asks name servers each time: what the owner has just set must not be hidden by a cache of ours. */
export function createTxtResolver(options: TxtResolverOptions = {}): TxtResolver {
  return {
    async lookup(name) {
      const resolver = new Resolver({ timeout: 3000, tries: 2 })
      if (options.servers) resolver.setServers([...options.servers])
      try {
        // A long text arrives in pieces of 255 bytes (RFC 7208, section 3.3).
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
      } catch {
        return []
      }
    },
  }
}
