import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listSimilarNames } from '../../db/similar-names.ts'
import {
  countMembers,
  isTooLittleForMember,
  type ListedMember,
  listMembers,
  type MemberFilter,
  type MemberOrder,
  memberFilters,
  memberOrders,
} from '../../features/membership/member-list.queries.ts'
import { untilText } from '../../features/membership/until-text.ts'
import { listMembershipProducts } from '../../features/membership/membership.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { dayText, numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import type { SortText } from '../../http/wire/sort.ts'
import type { Clock } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { LinkTo, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Several, tickColumn } from '../kit/several.tsx'
import type { Column } from '../kit/table.tsx'
import { MemberStanding, memberName } from './member-standing.tsx'
import { memberActs } from './several.tsx'

/** The next to end first, of those that ended the last. */
const usualOrders = {
  valid: '-taken',
  ending: 'until',
  ended: '-until',
  cancelled: '-taken',
} as const satisfies Record<MemberFilter, SortText<MemberOrder>>

const filterOf = (state: string | undefined): MemberFilter | null => memberFilters.find((one) => one === state) ?? null

/** Registers the list of everybody who is or was a member (ADR 0159). */
export function registerMemberList(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.members,
    access: staff('people'),
    area: 'members',
    narrow: { product: Type.Optional(TextQuery), state: Type.Optional(TextQuery), ticked: Type.Optional(TextQuery) },
    sorts: { by: memberOrders, usual: ({ state }) => usualOrders[filterOf(state) ?? 'valid'] },
    tooLittle: isTooLittleForMember,
    similar: ({ request: { tenant } }, text) =>
      context.database.asTenant(tenant.id, (tx) => listSimilarNames(tx, 'members', text)),
    read: ({ request: { tenant } }, { text, ...rows }, narrowed) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const filter = filterOf(narrowed.state)
        const productId = readUuid(narrowed.product)
        const choice = { text: text === '' ? null : text, productId, filter, now: context.now() }
        const products = await listMembershipProducts(tx)
        const found = await listMembers(tx, { ...choice, ...rows })
        return { products, productId, filter, rows: found, count: await countMembers(tx, choice) }
      }),
    only: ({ id }) => at(paths.member, { uuid: id }),
    show: ({ asked: { request }, found: { products, productId, filter, count, rows }, narrowed: { ticked } }) => {
      const { language, tenant, actor } = request
      const words = membersTexts[language]
      return {
        title: words.title,
        add: [paths.newMember, words.grant],
        search: words,
        choices: [
          {
            id: 'product',
            label: words.product,
            value: productId ?? '',
            options: [['', words.anyProduct], ...products.map(({ id, name }) => [id, name] as const)],
          },
          listChoice<'' | MemberFilter>(['state', words.state], filter ?? '', ['', ...memberFilters], {
            ...words.filters,
            '': words.anyState,
          }),
        ],
        sums: [[words.title, numberText(count, language)]],
        empty: words.empty,
        nobody: words.nobody,
        everything: words.everybody,
        columns: [
          tickColumn<ListedMember>(words.several, ticked === 'all', memberName),
          ...columnsOf({ timeZone: tenant.timeZone, now: context.now(), language }),
        ],
        foot:
          rows.length === 0 ? null : (
            <SeveralMembers here={request.query} mayExport={hasStaffPermission(actor, tenant, 'exports')} />
          ),
      }
    },
  })
}

type SeveralMembersProps = { readonly here: Parameters<typeof Several>[0]['here']; readonly mayExport: boolean }

function SeveralMembers({ here, mayExport }: SeveralMembersProps) {
  const { several } = useTexts(membersTexts)
  return (
    <Several
      url={paths.membersSeveral}
      words={several}
      acts={memberActs.map((act) => [act, several.act[act]])}
      here={here}
    >
      {mayExport ? (
        <Submit look="quiet" formaction={at(paths.exportOf, { list: 'members' })}>
          {several.export}
        </Submit>
      ) : null}
    </Several>
  )
}

function columnsOf(when: Clock): readonly Column<ListedMember, MemberOrder>[] {
  const { columns, withoutEnd } = membersTexts[when.language]
  const day = (moment: Date) => dayText({ ...when, at: moment })
  return [
    { name: columns.who, bare: true, show: (member) => <Who member={member} /> },
    { name: columns.number, figures: true, show: ({ number }) => number ?? '' },
    { name: columns.membership, bare: true, show: ({ productName }) => <Written>{productName}</Written> },
    { name: columns.since, show: ({ since }) => day(since) },
    {
      name: columns.until,
      sort: 'until',
      show: ({ validFrom, validUntil }) =>
        validUntil === null ? withoutEnd : untilText({ validFrom, validUntil }, when),
    },
    { name: columns.state, bare: true, show: (member) => <MemberStanding held={member} /> },
  ]
}

function Who({ member }: { readonly member: ListedMember }) {
  const name = memberName(member)
  return (
    <span>
      <LinkTo to={at(paths.member, { uuid: member.id })}>
        <strong>{name}</strong>
      </LinkTo>
      {name === member.email ? null : <span class="tight muted small">{member.email}</span>}
    </span>
  )
}
