import type { MemberStory, MemberStoryLine } from '../../features/membership/member-story.queries.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { memberTexts } from '../../messages/office/member.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { useReader } from '../../pages/reader.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { actorName } from '../kit/actor-name.ts'
import { mailState } from '../kit/mail-state.ts'
import { StoryLine } from '../kit/story-line.tsx'

/** Everything that happened to the memberships of a person, the oldest first, with who did it. */
export function MemberStoryList({ story, email }: { readonly story: MemberStory; readonly email: string }) {
  const { language } = useReader()
  return (
    <ol class="rows">
      {story.lines.map((line) => {
        const { at, entry } = line
        const by = entry && reservationTexts[language].by({ name: actorName(entry, story.names, language) })
        return <StoryLine {...{ at, by, entry }} said={<Said line={line} email={email} />} />
      })}
    </ol>
  )
}

function Said({ line, email }: { readonly line: MemberStoryLine; readonly email: string }) {
  const { language } = useReader()
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
    case 'mail': {
      const { subject } = line
      const status = mailState(line, language)
      return <>{reservationTexts[language].told.mail({ subject, recipient: email, status })}</>
    }
    case 'noted':
      return <>{auditTexts[language].actions[line.entry.action]}</>
  }
}
