import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type Accounting, readAccounting, wholeBooksOf } from '../../features/accounting/read-accounting.ts'
import { saveSettlement, termsVersion } from '../../features/accounting/save-settlement.ts'
import type { Settlement, Terms } from '../../features/accounting/settlement.ts'
import { readTerms } from '../../features/accounting/settlement.queries.ts'
import { dividedLines, hasTerms, type SettlementLine, sharedLines } from '../../features/accounting/settlement-text.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { listNamesOfArtists } from '../../features/event/event-parts.queries.ts'
import { type Asked, staff } from '../../http/route.ts'
import { amountText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { settlementTexts as documentTexts } from '../../messages/documents/settlement.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { settlementTexts } from '../../messages/office/settlement.ts'
import { Seen } from '../../pages/form/seen.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { AccountsView } from '../accounting/accounts.tsx'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainByField, explainDifferences } from '../kit/explain.ts'
import { SaveButton } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { showEventTab } from './event-frame.tsx'
import {
  fieldsOfSettlement,
  type FilledSettlement,
  filledSettlementFrom,
  filledSettlementIn,
  readSettlement,
  settlementBody,
} from './filled-settlement.ts'
import { SettlementForm } from './settlement-form.tsx'

type Shown = {
  readonly event: Event
  readonly accounting: Accounting
  readonly terms: Terms
  /** Who is asked about, in their order: the artists that the event names, and those with a deal. */
  readonly names: ReadonlyMap<string, string>
}

/** Registers the settlement of an event: what its bookings brought, and what of it its artists are owed. */
export function registerEventSettlement(app: FastifyInstance, context: Context): void {
  editPage(app, {
    url: paths.eventSettlement,
    access: staff('money'),
    body: settlementBody,
    read: (asked, id) => readEventSettlement(context, asked, id),
    typed: (body) => filledSettlementIn(body),
    check: ({ asked: { request }, filled }) => readSettlement(filled, request),
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      saveSettlement(context, request.tenant, request.actor, shown.event.id, values, seen),
    explain: explainByField(),
    changes: ({ asked: { request }, shown, filled }) => {
      const { language } = request
      const words: Readonly<Record<string, string>> = settlementTexts[language].deals
      const now = fieldsOfSettlement(filledFrom(shown, request))
      const typed = fieldsOfSettlement(filled)
      // One may have more lines than the other.
      const empty = Object.fromEntries(Object.keys({ ...now, ...typed }).map((field) => [field, '']))
      const { changed } = eventTexts[language]
      return explainDifferences(
        { ...empty, ...now },
        { ...empty, ...typed },
        { changed, language },
        (value) => words[value] ?? value,
      )
    },
    show: (asked, shown, form) => showEventSettlement(asked, shown, form),
  })
}

/** @throws AppError not_found */
async function readEventSettlement(context: Context, { request: { tenant } }: Asked, id: string): Promise<Shown> {
  const read = await context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, id)
    const terms = await readTerms(tx, id)
    const named = event.artists.map(({ artistId }) => artistId)
    const asked = [...new Set([...named, ...terms.deals.map(({ artistId }) => artistId)])]
    const names = await listNamesOfArtists(tx, asked)
    return { event, terms, names: new Map(asked.map((artistId) => [artistId, names.get(artistId) ?? ''])) }
  })
  return { ...read, accounting: await readAccounting(context, tenant, wholeBooksOf(context, tenant, read.event)) }
}

function filledFrom({ terms, names }: Shown, reader: Asked['request']): FilledSettlement {
  return filledSettlementFrom(terms, [...names.keys()], reader)
}

function showEventSettlement(
  asked: Asked,
  shown: Shown,
  { filled, problems, seen, done }: FormState<FilledSettlement>,
): string {
  const { event, accounting, terms, names } = shown
  const { settlement } = accounting
  const words = eventOverviewTexts[asked.request.language]
  const action = at(paths.eventSettlement, { uuid: event.id })
  return showEventTab(
    asked,
    { event, tab: 'settlement', done },
    <>
      <h2>{words.tabs.settlement}</h2>
      <p class="prose">{words.settlementLead}</p>
      <AccountsView accounting={accounting} nothing={words.nothingMoved} />
      {settlement !== null && hasTerms(settlement) ? <Divided settlement={settlement} /> : null}
      <details open={problems.length > 0}>
        <summary>{settlementTexts[asked.request.language].change}</summary>
        <SettlementForm
          {...{ action, problems, event, names }}
          filled={filled ?? filledFrom(shown, asked.request)}
          hidden={<Seen version={termsVersion(terms)} seen={seen} />}
          buttons={<SaveButton asItIs={filled !== null && problems.length > 0 ? action : null} />}
        />
      </details>
    </>,
  )
}

/** What the event brought, divided: costs, artists, and what remains. */
function Divided({ settlement }: { readonly settlement: Settlement }) {
  const { language } = useReader()
  const words = useTexts(documentTexts)
  const shared = sharedLines(settlement, language)
  return (
    <section class="stack">
      <h3>{words.title}</h3>
      <Lines label={words.title} {...{ settlement }} lines={dividedLines(settlement, language)} deals />
      {shared.length === 0 ? null : (
        <>
          <h3>{words.basis}</h3>
          <Lines label={words.basis} {...{ settlement }} lines={shared} />
          <p class="muted small">{words.rule}</p>
        </>
      )}
    </section>
  )
}

type LinesProps = {
  readonly label: string
  readonly settlement: Settlement
  /** The last is the sum. */
  readonly lines: readonly SettlementLine[]
  readonly deals?: true
}

function Lines({ label, settlement: { currency }, lines, deals }: LinesProps) {
  const { language } = useReader()
  const words = useTexts(documentTexts)
  const amount = (minor: number) => amountText(minor, currency, language)
  const sum = lines.at(-1)
  return (
    <DataTable
      label={label}
      rows={lines.slice(0, -1)}
      keyOf={({ key }) => key}
      columns={[
        {
          name: words.what,
          show: ({ what, isTyped }) => (isTyped ? <Written>{what}</Written> : what),
          total: sum?.what,
        },
        ...(deals ? [{ name: words.deal, show: ({ detail }: SettlementLine) => detail }] : []),
        {
          name: currency,
          figures: true,
          show: ({ amountMinor }) => amount(amountMinor),
          total: sum && amount(sum.amountMinor),
        },
      ]}
    />
  )
}
