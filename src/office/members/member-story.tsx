import type { MemberStory, MemberStoryLine } from '../../features/membership/member-story.queries.ts'
import type { Language } from '../../lib/language.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { When } from '../../pages/format.tsx'
import { WrittenWithin } from '../../pages/written.tsx'
import { actorName } from '../kit/actor-name.ts'
import { mailState } from '../kit/mail-state.ts'

type MemberStoryProps = {
  readonly story: MemberStory
  readonly email: string
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** Everything that happened to what somebody is a member of, the oldest first, with who did it. */
export function MemberStoryList({ story, email, ...when }: MemberStoryProps) {
  const { language } = when
  return (
    <ol class="rows">
      {story.lines.map((line) => (
        <li>
          <span class="name">
            <Said line={line} email={email} language={language} />
            {(line.entry?.personal ?? []).map(({ field, before, after }) => (
              <span key={field} class="tight muted small">
                {[before, after].filter((value) => value !== null && value !== '').join(' → ')}
              </span>
            ))}
          </span>
          <span class="state">
            <When at={line.at} {...when} />
            {line.entry === null
              ? null
              : ` · ${reservationTexts[language].by({ name: actorName(line.entry, story.names, language) })}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

type SaidProps = { readonly line: MemberStoryLine; readonly email: string; readonly language: Language }

function Said({ line, email, language }: SaidProps) {
  const words = memberTexts[language].told
  switch (line.kind) {
    case 'taken':
      return (
        <WrittenWithin sentence={line.isRenewal ? (what) => words.renewed({ what }) : (what) => words.joined({ what })}>
          {line.membership.productName}
        </WrittenWithin>
      )
    case 'cancelled':
      return <WrittenWithin sentence={(what) => words.cancelled({ what })}>{line.membership.productName}</WrittenWithin>
    case 'mail':
      return (
        <>
          {reservationTexts[language].told.mail({
            subject: line.subject,
            recipient: email,
            status: mailState(line, language),
          })}
        </>
      )
    case 'noted':
      return <>{auditTexts[language].actions[line.entry.action]}</>
  }
}
