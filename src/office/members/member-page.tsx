import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { type MemberName, nameVersion } from '../../features/membership/correct-member-name.ts'
import { memberCardPath } from '../../features/membership/member-card.ts'
import { type MemberStory, readMemberStory } from '../../features/membership/member-story.queries.ts'
import { isLive } from '../../features/membership/membership.ts'
import {
  findMemberSince,
  findMembership,
  listEveryMembershipOf,
  type NamedMembership,
} from '../../features/membership/membership.queries.ts'
import { countMembershipMails } from '../../features/membership/send-membership-again.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, dayText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Written } from '../../pages/written.tsx'
import { ErasureLink } from '../erasure/erasure-link.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { DataTable } from '../kit/table.tsx'
import { CancelForm, NameForm } from './member-forms.tsx'
import { MemberStanding, memberName } from './member-standing.tsx'
import { MemberStoryList } from './member-story.tsx'
import type { Asked } from '../../http/route.ts'

export type Answering = Asked

/** What was wrong with what was sent, and what was typed; or what was done. */
export type RefusedChange = {
  readonly problems: readonly FormProblem[]
  readonly done: string
  readonly name?: MemberName
  readonly reason?: string
}

/** Nobody reads more on one page. */
const mostMemberships = 200

type Member = {
  /** The one that the page was opened by. */
  readonly membership: NamedMembership
  /** The latest taken first. */
  readonly all: readonly NamedMembership[]
  readonly since: Date
  readonly mails: number
  readonly story: MemberStory
}

async function readMember(context: Context, tenantId: string, id: string): Promise<Member | null> {
  return context.database.asTenant(tenantId, async (tx) => {
    const found = await findMembership(tx, id)
    if (!found || found.email === '') return null
    const { email } = found
    const all = await listEveryMembershipOf(tx, email, mostMemberships)
    const membership = all.find((one) => one.id === id)
    if (!membership) return null
    return {
      membership,
      all,
      since: (await findMemberSince(tx, email)) ?? membership.createdAt,
      mails: await countMembershipMails(tx, email),
      story: await readMemberStory(tx, email, all),
    }
  })
}

/** The page of a member, as it stands, or with what was wrong with what was asked of it. @throws AppError not_found */
export async function showMember(
  context: Context,
  { request, reply }: Answering,
  id: string,
  shown: RefusedChange,
): Promise<string> {
  const { tenant, language, actor } = request
  const member = orNotFound(await readMember(context, tenant.id, id))
  const { membership, all, story } = member
  const words = memberTexts[language]
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  const { email, reservationId } = membership
  const name = memberName([membership, ...all].find(isNamed) ?? membership)
  const done = new Map([
    ['granted', words.granted],
    ['saved', words.saved],
    ['sent', words.sent],
    ['cancelled', words.cancelled],
  ]).get(shown.done)
  const live = isLive(membership, when.now)
  return showAdminPage(
    { request, reply },
    { title: `${membersTexts[language].title} · ${name}`, area: 'members' },
    <div class="stack">
      <p>
        <a class="go" href={paths.members}>
          {words.all}
        </a>
      </p>
      <h1>{name}</h1>
      <p>
        <strong>
          <MemberStanding held={membership} now={when.now} language={language} />
        </strong>
      </p>
      <Done>{done ?? null}</Done>
      <Problems title={words.refusedTitle} problems={shown.problems} />
      <Facts member={member} currency={tenant.currency} {...when} />
      <h2>{words.actions}</h2>
      <div class="actions">
        <a class="button" href={at(paths.newMember, {}, { member: id })}>
          {words.renew}
        </a>
        <a class="button quiet" href={memberCardPath(context, tenant.id, id)}>
          {words.card}
        </a>
        {live ? (
          <form method="post" action={at(paths.memberMails, { uuid: id })}>
            <input type="hidden" name="seen" value={member.mails} />
            <button class="button quiet" type="submit">
              {words.again}
            </button>
          </form>
        ) : null}
        <a class="button quiet" href={at(paths.reservations, {}, { q: email })}>
          {words.bookings}
        </a>
      </div>
      <NameForm
        id={id}
        seen={nameVersion(membership)}
        filled={shown.name ?? membership}
        isOpen={shown.name !== undefined}
        {...{ problems: shown.problems, language }}
      />
      {live ? <CancelForm {...{ id, reservationId, language, ...shown }} /> : null}
      {all.length === 1 ? null : (
        <>
          <h2>{words.every}</h2>
          <Every all={all} current={id} currency={tenant.currency} {...when} />
        </>
      )}
      <h2>{words.story}</h2>
      <MemberStoryList story={story} email={email} {...when} />
      {hasStaffPermission(actor, tenant, 'erasure') ? (
        <ErasureLink of={at(paths.member, { uuid: id })} language={language} />
      ) : null}
    </div>,
  )
}

const isNamed = ({ firstName, lastName }: MemberName) => firstName !== '' || lastName !== ''

type When = { readonly timeZone: string; readonly now: Date; readonly language: Language }

function Facts({
  member: { membership, since },
  currency,
  ...when
}: { readonly member: Member; readonly currency: string } & When) {
  const { language } = when
  const words = memberTexts[language]
  const { number, email, productName, priceName, validFrom, validUntil, promotionalCode } = membership
  const { reservationId, amountMinor } = membership
  const day = (at: Date) => dayText({ at, ...when })
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [words.number, number ?? ''],
    [words.email, email],
    [words.since, day(since)],
    [words.membership, <Written>{priceName === productName ? productName : `${productName} · ${priceName}`}</Written>],
    [words.from, day(validFrom)],
    [words.until, validUntil === null ? membersTexts[language].withoutEnd : day(validUntil)],
    [words.cost, amountText(amountMinor, currency, language)],
    ...(promotionalCode === null ? [] : [[words.code, promotionalCode] as const]),
    [
      words.bookedWith,
      reservationId === null ? (
        words.grantedAlone
      ) : (
        <a href={at(paths.reservation, { uuid: reservationId })}>{shortReference(reservationId)}</a>
      ),
    ],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type EveryProps = When & {
  readonly all: readonly NamedMembership[]
  /** The one that is shown. */
  readonly current: string
  readonly currency: string
}

function Every({ all, current, currency, ...when }: EveryProps) {
  const { language } = when
  const { columns, every } = memberTexts[language]
  const day = (at: Date) => dayText({ at, ...when })
  return (
    <DataTable
      label={every}
      rows={all}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.membership,
          show: ({ id, productName }) =>
            id === current ? (
              <strong>
                <Written>{productName}</Written>
              </strong>
            ) : (
              <a class="go" href={at(paths.member, { uuid: id })}>
                <Written>{productName}</Written>
              </a>
            ),
        },
        { name: columns.from, show: ({ validFrom }) => day(validFrom) },
        {
          name: columns.until,
          show: ({ validUntil }) => (validUntil === null ? membersTexts[language].withoutEnd : day(validUntil)),
        },
        { name: columns.amount, figures: true, show: ({ amountMinor }) => amountText(amountMinor, currency, language) },
        { name: columns.state, show: (one) => <MemberStanding held={one} now={when.now} language={language} /> },
      ]}
    />
  )
}
