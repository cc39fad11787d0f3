import { type Role, roles } from '../../features/account/role.ts'
import type { Invitation } from '../../features/team/invitation.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { Kinds } from '../../pages/form/kinds.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { ActionButton, Section, Submit } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

type InvitationsProps = { readonly invited: readonly Invitation[]; readonly problems: readonly FormProblem[] }

/** Lists invitations that nobody has answered. */
export function Invitations({ invited, problems }: InvitationsProps) {
  const { now } = useReader()
  const words = useTexts(teamTexts).invitations
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
            { name: columns.role, bare: true, show: ({ role }) => useTexts(frameTexts).roles[role] },
            { name: columns.sent, show: ({ sentAt }) => <When at={sentAt} /> },
            { name: columns.until, show: ({ expiresAt }) => (expiresAt <= now ? words.over : <When at={expiresAt} />) },
            { name: columns.what, show: (invitation) => <Actions invitation={invitation} /> },
          ]}
        />
      )}
    </section>
  )
}

type ActionsProps = { readonly invitation: Invitation }

function Actions({ invitation: { id, email } }: ActionsProps) {
  const words = useTexts(teamTexts).invitations
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
}

export function InviteForm({ filled, problems }: InviteFormProps) {
  const words = useTexts(teamTexts).invite
  return (
    <Section id="invite" title={words.title} lead={words.lead}>
      <form method="post" action={paths.teamInvitations} class="narrow" noValidate>
        <Problems problems={problems} title={words.refused} />
        <EmailField label={words.email} problems={problems} value={filled.email} />
        <RoleChoice chosen={filled.role} problems={problems} />
        <Submit>{words.button}</Submit>
      </form>
    </Section>
  )
}

type RoleChoiceProps = { readonly chosen: Role | ''; readonly problems: readonly FormProblem[] }

/** The roles with what each opens, in a sentence. */
export function RoleChoice({ chosen, problems }: RoleChoiceProps) {
  const { permissions, role: label } = useTexts(teamTexts)
  const names = useTexts(frameTexts).roles
  const kinds = roles.map((role) => [role, { name: names[role], what: permissions[role] }] as const)
  return <Kinds id="role" label={label} kinds={kinds} chosen={chosen} problems={problems} />
}
