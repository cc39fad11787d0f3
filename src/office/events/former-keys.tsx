import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { addFormerKey } from '../../features/ticket/add-former-key.ts'
import { fingerprintOf, keySizeOf, longestKeyText } from '../../features/ticket/former-ticket-key.ts'
import { type FormerTicketKey, listFormerKeys } from '../../features/ticket/former-ticket-key.queries.ts'
import { removeFormerKey } from '../../features/ticket/remove-former-key.ts'
import { staff, type Asked } from '../../http/route.ts'
import { Maybe, TypedLongText, UuidIn } from '../../http/wire/schemas.ts'
import { newId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { type FormerKeyTexts, formerKeyTexts } from '../../messages/office/former-key.ts'
import { Done } from '../../pages/form/done.tsx'
import { LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { ActionButton, Section, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { explainByField } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { saidOf } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'

const [url, access] = [paths.eventFormerKeys, staff('programme')]

/** Registers the keys by which another server signed tickets of an event (ADR 0277). */
export function registerFormerKeyPages(app: FastifyInstance, context: Context): void {
  const read = ({ request }: Asked, id: string) =>
    context.database.asTenant(request.tenant.id, async (tx) => ({
      event: await getEvent(tx, id),
      keys: await listFormerKeys(tx, id),
    }))
  detailPage(app, { url, access, read, show })
  actionPage(app, {
    of: url,
    access,
    name: '',
    body: { public_key: Maybe(TypedLongText({ max: longestKeyText })) },
    act: ({ request: { tenant, actor } }, eventId, { public_key: text }) =>
      addFormerKey(context, tenant, actor, { id: newId(), eventId, publicKey: text ?? '' }),
    goesOn: (_, uuid) => at(url, { uuid }, { done: 'added' satisfies Outcome }),
    refused: {
      explain: (refusal: AppError, asked) => explainByField({ public_key: 'public_key' })(refusal, asked),
      // What was typed is not shown again: it may have been a private key.
      show: async (asked, id, problems) => show(asked, await read(asked, id), { problems }),
    },
  })
  actionPage(app, {
    of: url,
    access,
    name: 'removal',
    body: { key: UuidIn },
    act: ({ request: { tenant, actor } }, eventId, { key: id }) =>
      removeFormerKey(context, tenant, actor, { eventId, id }),
    goesOn: (_, uuid) => at(url, { uuid }, { done: 'removed' satisfies Outcome }),
  })
}

type Outcome = keyof FormerKeyTexts['done']

type Shown = {
  readonly event: { readonly id: string; readonly name: string; readonly startsAt: Date }
  readonly keys: readonly FormerTicketKey[]
}

function show(
  asked: Asked,
  { event, keys }: Shown,
  { problems, done }: { readonly problems: readonly FormProblem[]; readonly done?: string },
): string {
  const words = formerKeyTexts[asked.request.language]
  return showRoom(
    asked,
    {
      title: `${words.title} · ${event.name}`,
      area: 'events',
      back: [at(paths.event, { uuid: event.id }), words.back],
      heading: words.title,
    },
    <p class="lead">
      <Written>{event.name}</Written>
      {' · '}
      <When at={event.startsAt} />
    </p>,
    <Done>{saidOf(done, words.done)}</Done>,
    <p class="prose">{words.lead}</p>,
    keys.length === 0 ? <p class="empty">{words.nothing}</p> : <Keys {...{ eventId: event.id, keys }} />,
    <Section id="add" title={words.add.title}>
      <form method="post" action={at(url, { uuid: event.id })} class="narrow" noValidate>
        <Problems problems={problems} title={words.add.refused} />
        <LongField
          id="public_key"
          label={words.add.label}
          help={words.add.help}
          rows={9}
          problems={problems}
          value=""
        />
        <Submit>{words.add.button}</Submit>
      </form>
    </Section>,
  )
}

/** So that it is compared group by group, and breaks between them. */
const inGroups = (digits: string) => digits.replaceAll(/.{8}(?=.)/g, '$& ')

type KeysProps = { readonly eventId: string; readonly keys: readonly FormerTicketKey[] }

function Keys({ eventId, keys }: KeysProps) {
  const words = useTexts(formerKeyTexts)
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.fingerprint, show: ({ publicKey }) => inGroups(fingerprintOf(publicKey)) },
        { name: columns.bits, show: ({ publicKey }) => words.bits({ bits: keySizeOf(publicKey) }) },
        { name: columns.added, show: ({ addedAt }) => <When at={addedAt} /> },
        {
          name: columns.what,
          show: ({ id, publicKey }) => (
            <details>
              <summary>{words.remove}</summary>
              <ActionButton
                action={at(paths.eventFormerKeyRemoval, { uuid: eventId })}
                sends={{ key: id }}
                look="danger"
              >
                {words.removeOf({ fingerprint: fingerprintOf(publicKey).slice(0, 8) })}
              </ActionButton>
            </details>
          ),
        },
      ]}
    />
  )
}
