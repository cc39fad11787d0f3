import {
  mostCancellationHours,
  mostEmailHoldHours,
  mostOfferHours,
  mostOnlineHoldMinutes,
  type Tenant,
} from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { Field } from '../../pages/form/field.tsx'
import { readTyped, wholeNumberRule } from '../kit/typed.ts'
import type { Filled, FormProps, SettingsForm } from './settings-form.tsx'

const fields = [
  ...(['onlineHoldSeconds', 'emailHoldSeconds', 'waitingOfferSeconds', 'cancellationHours'] as const),
  ...(['transfersAllowed', 'membershipRequired', 'membershipButton'] as const),
] as const

/** Each as the command line and the interface have it. */
const bounds = {
  online_hold_minutes: [1, mostOnlineHoldMinutes],
  email_hold_hours: [1, mostEmailHoldHours],
  offer_hours: [1, mostOfferHours],
  cancellation_hours: [0, mostCancellationHours],
} as const
const ticks = ['transfers', 'membership_required', 'membership_button'] as const

/** What bookers may do, and how long they have for it. */
export const rulesForm: SettingsForm<(typeof fields)[number]> = {
  room: 'rules',
  fields,
  inputs: Object.fromEntries([...Object.keys(bounds), ...ticks].map((name) => [name, 'line' as const])),
  fill: (tenant) => ({
    online_hold_minutes: String(tenant.onlineHoldSeconds / 60),
    email_hold_hours: String(tenant.emailHoldSeconds / 3600),
    offer_hours: String(tenant.waitingOfferSeconds / 3600),
    cancellation_hours: tenant.cancellationHours === null ? '' : String(tenant.cancellationHours),
    transfers: tenant.transfersAllowed ? 'true' : '',
    membership_required: tenant.membershipRequired ? 'true' : '',
    membership_button: tenant.membershipButton ? 'true' : '',
  }),
  read,
  named: (value, _field, language) => (value === 'true' ? deskTexts[language].yes : value),
  show: (props) => <RulesFields {...props} />,
}

function read(filled: Filled, tenant: Tenant, language: Language) {
  const words = settingsTexts[language].rules
  const typed = readTyped(tenant)
  const number = (name: keyof typeof bounds) => {
    const [least, most] = bounds[name]
    const typedNumber = filled[name] ?? ''
    const between = words.between({ least, most })
    const value = typed.wholeNumber(name, typedNumber, between, least)
    if (value !== null && value > most) typed.wrong(name, between)
    if (typedNumber === '' && name !== 'cancellation_hours') typed.wrong(name, between)
    return value
  }
  return {
    values: {
      onlineHoldSeconds: (number('online_hold_minutes') ?? 0) * 60,
      emailHoldSeconds: (number('email_hold_hours') ?? 0) * 3600,
      waitingOfferSeconds: (number('offer_hours') ?? 0) * 3600,
      cancellationHours: number('cancellation_hours'),
      transfersAllowed: filled['transfers'] === 'true',
      membershipRequired: filled['membership_required'] === 'true',
      membershipButton: filled['membership_button'] === 'true',
    },
    // Several may be wrong in the same way.
    problems: typed.problems.map((problem) => ({
      ...problem,
      about: words.fields[problem.field as keyof typeof bounds].label,
    })),
  }
}

function RulesFields({ filled, problems, language }: FormProps) {
  const words = settingsTexts[language].rules
  const { optional } = deskTexts[language]
  return (
    <>
      {(Object.keys(bounds) as (keyof typeof bounds)[]).map((name) => (
        <Field
          key={name}
          id={name}
          label={words.fields[name].label}
          help={words.fields[name].help}
          note={name === 'cancellation_hours' ? optional : undefined}
          problems={problems}
          inputMode="numeric"
          rule={wholeNumberRule(words.between({ least: bounds[name][0], most: bounds[name][1] }))}
          required={name !== 'cancellation_hours'}
          missing={words.between({ least: bounds[name][0], most: bounds[name][1] })}
          autocomplete="off"
          maxLength={5}
          value={filled[name] ?? ''}
        />
      ))}
      {ticks.map((name) => (
        <label key={name} class="check">
          <input type="checkbox" id={name} name={name} value="true" checked={filled[name] === 'true'} />
          <span>{words.ticks[name]}</span>
        </label>
      ))}
    </>
  )
}
