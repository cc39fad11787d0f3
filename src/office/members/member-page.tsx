import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { type MemberName, nameVersion } from '../../features/membership/correct-member-name.ts'
import { memberCardPath } from '../../features/membership/member-card.ts'
import { readMemberStory } from '../../features/membership/member-story.queries.ts'
import { isLive } from '../../features/membership/membership.ts'
import {
  findMemberSince,
  findMembership,
  listEveryMembershipOf,
  type NamedMembership,
} from '../../features/membership/membership.queries.ts'
import { countMembershipMails } from '../../features/membership/send-membership-again.ts'
import { untilText } from '../../features/membership/until-text.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, dayText, withinSentence } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { type Reader, useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { ErasureLink } from '../erasure/erasure-link.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { BackLink, saidOf } from '../kit/parts.tsx'
import { ActionButton, ButtonLink, Facts, LinkTo, QuietLink } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { CancelForm, CancelRenewalForm, NameForm } from './member-forms.tsx'
import { MemberStanding, memberName } from './member-standing.tsx'
import { MemberStoryList } from './member-story.tsx'
import type { Asked } from '../../http/route.ts'

/** Problems of a form, and what was typed into it; or what was done. */
type Shown = {
  readonly problems: readonly FormProblem[]
  readonly done?: string | undefined
  readonly name?: MemberName
  readonly reason?: string
}

/** The most memberships on one page: nobody reads more. */
const mostMemberships = 200

type Member = NonNullable<Awaited<ReturnType<typeof readMember>>>

/** Reads a member. @param id the id of the membership that the page is opened by */
async function readMember(context: Context, tenantId: string, id: string) {
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

/** Shows the page of a member, as it is or with the problems of a form. @throws AppError not_found */
export async function showMember(context: Context, asked: Asked, id: string, shown: Shown): Promise<string> {
  const { tenant, language, actor } = asked.request
  const member = orNotFound(await readMember(context, tenant.id, id))
  const { membership, all, story } = member
  const words = memberTexts[language]
  const { email, reservationId } = membership
  const { problems } = shown
  const name = memberName([membership, ...all].find(isNamed) ?? membership)
  const { granted, saved, sent, cancelled, renewal_cancelled } = words
  const isOpen = shown.name !== undefined
  const live = isLive(membership, context.now())
  return showAdminPage(
    asked,
    { title: `${membersTexts[language].title} · ${name}`, area: 'members' },
    <div class="stack">
      <p>
        <BackLink to={paths.members}>{words.all}</BackLink>
      </p>
      <h1>{name}</h1>
      <p>
        <strong>
          <MemberStanding held={membership} />
        </strong>
      </p>
      <Done>{saidOf(shown.done, { granted, saved, sent, cancelled, renewal_cancelled })}</Done>
      <Problems title={words.refusedTitle} problems={problems} />
      <MemberFacts member={member} />
      <h2>{words.actions}</h2>
      <div class="actions">
        <ButtonLink to={at(paths.newMember, {}, { member: id })}>{words.renew}</ButtonLink>
        <QuietLink to={memberCardPath(context, tenant.id, id)}>{words.card}</QuietLink>
        {live ? (
          <ActionButton action={at(paths.memberMails, { uuid: id })} sends={{ seen: member.mails }}>
            {words.again}
          </ActionButton>
        ) : null}
        <QuietLink to={at(paths.reservations, {}, { q: email })}>{words.bookings}</QuietLink>
      </div>
      <NameForm seen={nameVersion(membership)} filled={shown.name ?? membership} {...{ id, isOpen, problems }} />
      {membership.renewalState === 'running' ? <CancelRenewalForm id={id} /> : null}
      {live ? <CancelForm {...{ id, reservationId, ...shown }} /> : null}
      {all.length === 1 ? null : (
        <>
          <h2>{words.every}</h2>
          <Every all={all} current={id} />
        </>
      )}
      <h2>{words.story}</h2>
      <MemberStoryList story={story} email={email} />
      {hasStaffPermission(actor, tenant, 'erasure') ? <ErasureLink of={at(paths.member, { uuid: id })} /> : null}
    </div>,
  )
}

const isNamed = ({ firstName, lastName }: MemberName) => firstName !== '' || lastName !== ''

function MemberFacts({ member: { membership, since } }: { readonly member: Member }) {
  const reader = useReader()
  const { currency, language } = reader
  const words = memberTexts[language]
  const { number, email, productName, priceName, validFrom, promotionalCode, reservationId } = membership
  const day = (moment: Date) => dayText({ ...reader, at: moment })
  const booking = reservationId !== null && at(paths.reservation, { uuid: reservationId })
  return (
    <Facts
      facts={[
        [words.number, number ?? ''],
        [words.email, email],
        [words.since, day(since)],
        [
          words.membership,
          <Written>{priceName === productName ? productName : `${productName} · ${priceName}`}</Written>,
        ],
        [words.from, day(validFrom)],
        [words.until, untilOrNever(membership, reader)],
        [words.cost, amountText(membership.amountMinor, currency, language)],
        [words.renewal, renewalText(membership, reader)],
        [words.code, promotionalCode],
        [words.bookedWith, booking ? <a href={booking}>{shortReference(reservationId)}</a> : words.grantedAlone],
      ]}
    />
  )
}

/** How it is paid again by itself; null: it is not, and was not. */
function renewalText(membership: NamedMembership, reader: Reader): string | null {
  const { renewalState, renewsAt, renewalMinor, unpaidInvoiceId } = membership
  const words = memberTexts[reader.language]
  if (renewalState === null) return null
  if (renewalState === 'ended') return words.renewalEnded
  if (renewalState === 'ending') return words.renewalEnding
  if (unpaidInvoiceId !== null || renewsAt === null || renewalMinor === null) return words.renewalUnpaid
  return words.renewalRunning({
    day: withinSentence(dayText({ ...reader, at: renewsAt }), reader.language),
    amount: amountText(renewalMinor, reader.currency, reader.language),
  })
}

function untilOrNever(
  { validFrom, validUntil }: Pick<NamedMembership, 'validFrom' | 'validUntil'>,
  reader: Reader,
): string {
  return validUntil === null ? membersTexts[reader.language].withoutEnd : untilText({ validFrom, validUntil }, reader)
}

/** Lists memberships. @param current the one that is shown */
function Every({ all, current }: { readonly all: readonly NamedMembership[]; readonly current: string }) {
  const reader = useReader()
  const { currency, language } = reader
  const { columns, every } = memberTexts[language]
  const day = (moment: Date) => dayText({ ...reader, at: moment })
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
              <LinkTo to={at(paths.member, { uuid: id })}>
                <Written>{productName}</Written>
              </LinkTo>
            ),
        },
        { name: columns.from, show: ({ validFrom }) => day(validFrom) },
        { name: columns.until, show: (one) => untilOrNever(one, reader) },
        { name: columns.amount, figures: true, show: ({ amountMinor }) => amountText(amountMinor, currency, language) },
        { name: columns.state, bare: true, show: (one) => <MemberStanding held={one} /> },
      ]}
    />
  )
}
