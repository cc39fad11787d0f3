import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'

/** The TXT records of a name; null: no name server said whether there are any. */
export type TxtResolver = { lookup(name: string): Promise<readonly string[] | null> }

export type TxtResolverOptions = {
  /** `address` or `address:port`; those of the system when absent. */
  readonly servers?: readonly string[]
}

/** There is no such name, or it has no TXT record. Everything else is silence: no answer in time, SERVFAIL, a refusal. */
const hasNone: ReadonlySet<string | undefined> = new Set([NOTFOUND, NODATA])

/** Asks name servers each time: what the owner has just set must not be hidden by a cache of ours. */
export function createTxtResolver(options: TxtResolverOptions = {}): TxtResolver {
  return {
    async lookup(name) {
      const resolver = new Resolver({ timeout: 3000, tries: 2 })
      if (options.servers) resolver.setServers([...options.servers])
      try {
        // A long text arrives in pieces of 255 bytes (RFC 7208, section 3.3).
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
      } catch (error) {
        return hasNone.has((error as NodeJS.ErrnoException).code) ? [] : null
      }
    },
  }
}
