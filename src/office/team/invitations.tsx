import { type Role, roles } from '../../features/account/role.ts'
import type { Invitation } from '../../features/team/invitation.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { Kinds } from '../../pages/form/kinds.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { ActionButton, Section } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'

type InvitationsProps = {
  readonly invited: readonly Invitation[]
  readonly problems: readonly FormProblem[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** Those who have not answered. */
export function Invitations({ invited, problems, ...when }: InvitationsProps) {
  const { language } = when
  const words = teamTexts[language].invitations
  const { columns } = words
  return (
    <section class="stack" id="invitations" aria-labelledby="invited">
      <h2 id="invited">{words.title}</h2>
      {problems.map(({ detail }) => (
        <p key={detail} class="notice refused" role="alert">
          {detail}
        </p>
      ))}
      {invited.length === 0 ? (
        <p class="empty">{words.nothing}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={invited}
          keyOf={({ id }) => id}
          columns={[
            { name: columns.who, show: ({ email }) => email },
            { name: columns.role, show: ({ role }) => frameTexts[language].roles[role] },
            { name: columns.sent, show: ({ sentAt }) => <When at={sentAt} {...when} /> },
            {
              name: columns.until,
              show: ({ expiresAt }) => (expiresAt <= when.now ? words.over : <When at={expiresAt} {...when} />),
            },
            { name: columns.what, show: (invitation) => <Actions {...{ invitation, language }} /> },
          ]}
        />
      )}
    </section>
  )
}

type ActionsProps = { readonly invitation: Invitation; readonly language: Language }

function Actions({ invitation: { id, email }, language }: ActionsProps) {
  const words = teamTexts[language].invitations
  const buttons = [
    [paths.invitationMails, words.again],
    [paths.invitationWithdrawal, words.withdraw],
  ] as const
  return (
    <div class="actions">
      {buttons.map(([path, button]) => (
        <ActionButton key={path} action={at(path, { uuid: id })} label={words.of({ button, email })}>
          {button}
        </ActionButton>
      ))}
    </div>
  )
}

type InviteFormProps = {
  readonly filled: { readonly email: string; readonly role: Role | '' }
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

export function InviteForm({ filled, problems, language }: InviteFormProps) {
  const words = teamTexts[language].invite
  return (
    <Section id="invite" title={words.title} lead={words.lead}>
      <form method="post" action={paths.teamInvitations} class="narrow" noValidate>
        <Problems problems={problems} title={words.refused} />
        <EmailField label={words.email} problems={problems} value={filled.email} />
        <RoleChoice chosen={filled.role} problems={problems} language={language} />
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
    </Section>
  )
}

type RoleChoiceProps = {
  readonly chosen: Role | ''
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

/** The roles with what each opens, in a sentence. */
export function RoleChoice({ chosen, problems, language }: RoleChoiceProps) {
  const { permissions, role: label } = teamTexts[language]
  const kinds = roles.map(
    (role) => [role, { name: frameTexts[language].roles[role], what: permissions[role] }] as const,
  )
  return <Kinds id="role" label={label} kinds={kinds} chosen={chosen} problems={problems} />
}
