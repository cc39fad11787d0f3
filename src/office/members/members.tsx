import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import {
  isTooLittleForMember,
  type ListedMember,
  listMembers,
  type MemberFilter,
  memberFilters,
} from '../../features/membership/member-list.queries.ts'
import { listMembershipProducts, type MembershipProduct } from '../../features/membership/membership-offers.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { dayText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { DeskSearchField, longestSearch } from '../kit/desk-search-field.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { DataTable } from '../kit/table.tsx'
import { MemberStanding, memberName } from './member-standing.tsx'

const url = paths.members

const MembersQuery = Type.Object({
  ...PagerQuery.properties,
  q: Type.Optional(TextQuery),
  product: Type.Optional(TextQuery),
  state: Type.Optional(TextQuery),
})

/** Everybody who is or was a member, and the way to one of them (ADR 0159). */
export function registerMemberList(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('people'),
    query: MembersQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = membersTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const [number, now] = [query.page ?? 1, context.now()]
      const filter = isFilter(query.state) ? query.state : null
      const productId = readUuid(query.product)
      const { products, found } = await context.database.asTenant(tenant.id, async (tx) => {
        const search = { text: text === '' ? null : text, productId, filter, now, ...rowsOf(number) }
        return { products: await listMembershipProducts(tx), found: await listMembers(tx, search) }
      })
      const isNarrowed = productId !== null || filter !== null
      // Narrowed down, somebody may be called so all the same.
      const tooShort = text !== '' && found.length === 0 && number === 1 && !isNarrowed && isTooLittleForMember(text)
      const isChosen = text !== '' || isNarrowed
      const [only, ...others] = found
      // Whoever typed what only one member has is there at once.
      if (text !== '' && only && others.length === 0 && number === 1) return reply.redirect(`${url}${only.id}/`, 303)
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'members' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p>
            <a class="button" href={`${url}new/`}>
              {words.grant}
            </a>
          </p>
          <SearchForm {...{ text, products, productId, filter, language }} problem={tooShort ? words.tooShort : null} />
          {tooShort ? null : found.length === 0 ? (
            <p class="empty">{isChosen || number > 1 ? words.nobody : words.empty}</p>
          ) : (
            <Found found={found.slice(0, cardsPerPage)} {...{ tenant, now, language }} />
          )}
          {isChosen ? (
            <p>
              <a class="go" href={url}>
                {words.everybody}
              </a>
            </p>
          ) : null}
          <Pager
            page={number}
            more={found.length > cardsPerPage}
            language={language}
            query={{ q: text, product: productId ?? '', state: filter ?? '' }}
          />
        </div>,
      )
    },
  })
}

function isFilter(text: string | undefined): text is MemberFilter {
  return (memberFilters as readonly (string | undefined)[]).includes(text)
}

type SearchFormProps = {
  readonly text: string
  readonly problem: string | null
  readonly products: readonly MembershipProduct[]
  readonly productId: string | null
  readonly filter: MemberFilter | null
  readonly language: Language
}

function SearchForm({ text, problem, products, productId, filter, language }: SearchFormProps) {
  const words = membersTexts[language]
  return (
    <search>
      <form class="search" method="get" action={url}>
        <div class="more">
          <DeskSearchField words={words} text={text} problem={problem} />
        </div>
        <Choice
          id="product"
          label={words.product}
          value={productId ?? ''}
          options={[['', words.anyProduct], ...products.map(({ id, name }) => [id, name] as const)]}
        />
        <Choice
          id="state"
          label={words.state}
          value={filter ?? ''}
          options={[['', words.anyState], ...memberFilters.map((state) => [state, words.filters[state]] as const)]}
        />
        <button class="button quiet" type="submit">
          {words.button}
        </button>
      </form>
    </search>
  )
}

type FoundProps = {
  readonly found: readonly ListedMember[]
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

function Found({ found, tenant: { timeZone }, now, language }: FoundProps) {
  const words = membersTexts[language]
  const { columns } = words
  const day = (at: Date) => dayText({ at, timeZone, language, now })
  return (
    <DataTable
      label={words.title}
      rows={found}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.who, show: (member) => <Who member={member} /> },
        { name: columns.number, figures: true, show: ({ number }) => number ?? '' },
        { name: columns.membership, show: ({ productName }) => <Written>{productName}</Written> },
        { name: columns.since, show: ({ since }) => day(since) },
        { name: columns.until, show: ({ validUntil }) => (validUntil === null ? words.withoutEnd : day(validUntil)) },
        { name: columns.state, show: (member) => <MemberStanding {...{ held: member, now, language }} /> },
      ]}
    />
  )
}

function Who({ member }: { readonly member: ListedMember }) {
  const name = memberName(member)
  return (
    <span>
      <a class="go" href={`${url}${member.id}/`}>
        <strong>{name}</strong>
      </a>
      {name === member.email ? null : <span class="tight muted small">{member.email}</span>}
    </span>
  )
}
