import type { Context } from '../context.ts'
import { listProducts } from '../features/catalog/catalog.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { type Copy, copyOf } from '../http/send-copy.ts'
import { product } from './catalogue-wire.ts'

/** The published list of each tenant as it is sent, so that the busiest read of an evening costs no query. */
export type PublishedProducts = {
  /** JSON, an array of Product. Alike in every language. */
  read(tenant: Tenant): Promise<Copy>
}

const mostBytes = 32 * 1024 * 1024

const ofContexts = new WeakMap<object, PublishedProducts>()

export function publishedProducts(context: Pick<Context, 'database' | 'changes' | 'urls'>): PublishedProducts {
  const known = ofContexts.get(context)
  if (known) return known
  const made = createPublishedProducts(context)
  ofContexts.set(context, made)
  return made
}

/**
 * Filled at the first read, kept until the change feed says otherwise, and not used while the feed is away. A change
 * that arrives while a list is being read makes that list unfit for keeping, and nobody who asks later joins it.
 */
function createPublishedProducts(context: Pick<Context, 'database' | 'changes' | 'urls'>): PublishedProducts {
  const kept = new Map<string, Copy>()
  const loading = new Map<string, Promise<Copy>>()
  let bytes = 0

  function drop(tenantId: string): void {
    loading.delete(tenantId)
    bytes -= kept.get(tenantId)?.body.length ?? 0
    kept.delete(tenantId)
  }

  function clear(): void {
    loading.clear()
    kept.clear()
    bytes = 0
  }

  function keep(tenantId: string, list: Copy): void {
    if (list.body.length > mostBytes) return
    for (const oldest of kept.keys()) {
      if (bytes + list.body.length <= mostBytes) break
      drop(oldest)
    }
    kept.set(tenantId, list)
    bytes += list.body.length
  }

  async function load(tenant: Tenant): Promise<Copy> {
    const products = await context.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: true }))
    const reader = { context, tenant, actor: { kind: 'anonymous' } } as const
    return copyOf(JSON.stringify(products.map((each) => product.present(each, reader))))
  }

  context.changes.on('catalogue', (tenantId) => (tenantId === null ? clear() : drop(tenantId)))
  // Addresses of images carry the tenant's host.
  context.changes.on('directory', clear)

  return {
    async read(tenant) {
      if (!context.changes.isLive()) return load(tenant)
      const known = kept.get(tenant.id) ?? loading.get(tenant.id)
      if (known) return known
      const started = load(tenant)
      loading.set(tenant.id, started)
      try {
        const list = await started
        if (loading.get(tenant.id) === started) keep(tenant.id, list)
        return list
      } finally {
        if (loading.get(tenant.id) === started) loading.delete(tenant.id)
      }
    },
  }
}
