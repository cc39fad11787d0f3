import { createKept } from '../../lib/kept.ts'
import type { Deps } from '../deps.ts'
import { findDomainTarget, findRootTenant } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/** The tenant that answers at a host. A retired label redirects reading requests to the tenant's present address. */
export type HostTarget = {
  readonly tenant: Tenant
  readonly retired: boolean
  /** The label or own domain that was asked for; null: DOMAIN itself. */
  readonly name: string | null
}

export type Directory = {
  /** Finds who answers at `host`, given without port, in any case. Null: nobody does. Archived tenants answer nowhere. */
  find(host: string): Promise<HostTarget | null>
  /** Finds the archived tenant whose host it was and will be again, only for callers with a key of its devices (ADR 0198). */
  findArchived(host: string): Promise<Pick<HostTarget, 'tenant' | 'name'> | null>
  /** Clears the cache: a tenant, label or domain changed. */
  clear(): void
}

const mostEntries = 10_000

/**
 * Makes a directory with a cache, since hosts are looked up at every request: until the change feed reports a change; unknown hosts
 * are not kept.
 */
export function createDirectory(deps: Pick<Deps, 'database'>, domain: string, isLive: () => boolean): Directory {
  const known = createKept<HostTarget | null>({ most: mostEntries, isWorthKeeping: (target) => target !== null })

  async function lookAtAll(host: string): Promise<HostTarget | null> {
    return deps.database.asServer(async (tx) => {
      if (host === domain) {
        const tenant = await findRootTenant(tx)
        return tenant ? { tenant, retired: false, name: null } : null
      }
      const label = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : null
      // A label has no dot and an own domain has one: `venue` alone is nobody's host, and neither is `a.b.<DOMAIN>`.
      if (label === null ? !host.includes('.') : label.includes('.')) return null
      const name = label ?? host
      const target = await findDomainTarget(tx, name)
      return target && { tenant: target.tenant, retired: target.kind === 'retired', name }
    })
  }

  async function look(host: string): Promise<HostTarget | null> {
    const target = await lookAtAll(host)
    return target?.tenant.archivedAt === null ? target : null
  }

  const plain = (host: string) => host.toLowerCase().replace(/\.$/, '')

  return {
    async find(rawHost) {
      const host = plain(rawHost)
      return isLive() ? known.read(host, () => look(host)) : look(host)
    },
    async findArchived(host) {
      const target = await lookAtAll(plain(host))
      return target?.tenant.archivedAt == null ? null : target
    },
    clear: () => known.clear(),
  }
}
