import { longestReason } from '../../features/tenant/approval.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { LongField } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { organisationPath } from './read-organisation.ts'
import { useTexts } from '../../pages/reader.ts'

type Props = { readonly tenant: Tenant; readonly typed: string; readonly problems: readonly FormProblem[] }

/** Asks whether an organisation that was made by the form is to open; nothing for any other. */
export function Registration({ tenant, typed, problems }: Props) {
  if (tenant.approval === 'approved') return null
  const words = useTexts(registrationTexts)
  return (
    <section class="stack narrow">
      <p class="notice">
        {tenant.approval === 'waiting' ? words.waits : words.refused({ reason: tenant.refusalReason ?? '' })}
      </p>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <ActionButton action={organisationPath(tenant.id, 'approval')} look="main">
        {words.approve({ organisation: tenant.organisation })}
      </ActionButton>
      {tenant.approval === 'refused' ? null : (
        <details open={problems.some(({ field }) => field === 'reason')}>
          <summary>{words.refuse}</summary>
          <p>{words.refuseText}</p>
          <form method="post" action={organisationPath(tenant.id, 'refusal')}>
            <LongField
              id="reason"
              label={words.reason}
              problems={problems}
              value={typed}
              rows={3}
              maxLength={longestReason}
            />
            <Submit look="danger">{words.refuseButton({ organisation: tenant.organisation })}</Submit>
          </form>
        </details>
      )}
    </section>
  )
}
