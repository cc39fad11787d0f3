/** What this device knows beyond one opening of the page. */
export type Kept = {
  readonly key: string
  /** The event that was chosen last. */
  readonly eventId: string | null
}

export type Vault = {
  /** Null: nothing is kept, or nothing that can be read. */
  read(): Promise<Kept | null>
  write(kept: Kept): Promise<void>
  wipe(): Promise<void>
}

const databaseName = 'guichet-scanner'
const storeName = 'kept'
const place = 'device'

/** The wrapping key is a handle: the browser uses it and shows it to nobody, this page included. */
type Sealed = {
  readonly wrapping: CryptoKey
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly text: ArrayBuffer
}

/** @throws where the browser keeps nothing, as some do in private windows */
export async function openVault(): Promise<Vault> {
  const database = await openDatabase()
  const inStore = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) =>
    settled(work(database.transaction(storeName, mode).objectStore(storeName)))
  return {
    async read() {
      const sealed: Sealed | undefined = await inStore('readonly', (store) => store.get(place))
      return sealed === undefined ? null : unseal(sealed)
    },
    async write(kept) {
      const sealed = await seal(kept)
      await inStore('readwrite', (store) => store.put(sealed, place))
    },
    async wipe() {
      await inStore('readwrite', (store) => store.clear())
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function seal(kept: Kept): Promise<Sealed> {
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(kept))
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, plain)
  return { wrapping, nonce, text }
}

async function unseal({ wrapping, nonce, text }: Sealed): Promise<Kept | null> {
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, wrapping, text)
    return JSON.parse(new TextDecoder().decode(plain)) as Kept
  } catch {
    return null
  }
}
