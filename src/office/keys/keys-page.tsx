import type { FastifyInstance } from 'fastify'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { keysTexts } from '../../messages/office/keys.ts'
import { page } from '../../pages/page.ts'
import { showRoom } from '../kit/frame.tsx'
import { type BrowserKey, browserKeys, browserKeyText, keyTexts, type OwnKey, ownKeys } from '../kit/keys.ts'
import { DataTable } from '../kit/table.tsx'

/** Registers the page that says what keys do in the administration (ADR 0296). */
export function registerKeysPage(app: FastifyInstance): void {
  page(app, {
    method: 'GET',
    url: paths.keys,
    access: staff('overview'),
    handler: (asked) => {
      const words = keysTexts[asked.request.language]
      const { own, browser } = keyRows(words)
      return showRoom(
        asked,
        { title: words.title, area: 'keys', lead: words.lead },
        <h2>{words.own.title}</h2>,
        <Keys label={words.own.title} columns={words.columns} rows={own} />,
        <h2>{words.browser.title}</h2>,
        <Keys label={words.browser.title} columns={words.columns} rows={browser} />,
      )
    },
  })
}

type KeyRow = { readonly keys: readonly string[]; readonly does: string }

/** Lists what keys do, as it is shown and documented. */
export function keyRows({ names, own, browser }: (typeof keysTexts)['en']): {
  readonly own: readonly KeyRow[]
  readonly browser: readonly KeyRow[]
} {
  const [ours, theirs] = [Object.keys(ownKeys) as OwnKey[], Object.keys(browserKeys) as BrowserKey[]]
  return {
    own: ours.map((name) => ({ keys: ownKeys[name].flatMap((key) => keyTexts(key, names)), does: own[name] })),
    browser: theirs.map((name) => ({
      keys: browserKeys[name].map((key) => browserKeyText(key, names)),
      does: browser[name],
    })),
  }
}

type KeysProps = {
  readonly label: string
  readonly columns: { readonly key: string; readonly does: string }
  readonly rows: readonly KeyRow[]
}

function Keys({ label, columns, rows }: KeysProps) {
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ does }) => does}
      columns={[
        {
          name: columns.key,
          show: ({ keys }) => (
            <span>
              {keys.map((key) => (
                <>
                  <kbd>{key}</kbd>{' '}
                </>
              ))}
            </span>
          ),
        },
        { name: columns.does, show: ({ does }) => does },
      ]}
    />
  )
}
