import {
  mostCancellationHours,
  mostEmailHoldHours,
  mostOfferHours,
  mostOnlineHoldMinutes,
} from '../../features/tenant/tenant.ts'
import { wholeNumber, yesNo } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { formFields } from '../kit/form-fields.tsx'
import type { FormProps, SettingsForm } from './settings-form.tsx'
import { useReader } from '../../pages/reader.ts'

const numbers = {
  onlineHoldMinutes: wholeNumber({
    wire: 'online_hold_minutes',
    least: 1,
    most: mostOnlineHoldMinutes,
    required: true,
  }),
  emailHoldHours: wholeNumber({ wire: 'email_hold_hours', least: 1, most: mostEmailHoldHours, required: true }),
  offerHours: wholeNumber({ wire: 'offer_hours', least: 1, most: mostOfferHours, required: true }),
  cancellationHours: wholeNumber({ wire: 'cancellation_hours', least: 0, most: mostCancellationHours }),
}
const fields = {
  ...numbers,
  transfersAllowed: yesNo({ wire: 'transfers', usual: true }),
  membershipRequired: yesNo({ wire: 'adhesion_obligatoire', form: 'membership_required', usual: false }),
  membershipButton: yesNo({ wire: 'button_adhesion', form: 'membership_button', usual: false }),
}
const keys = Object.keys(fields) as (keyof typeof fields)[]
const [minute, hour] = [60, 3600]

/** What bookers may do, and how long they have for it. */
export const rulesForm: SettingsForm<typeof fields> = {
  room: 'rules',
  fields,
  columns: [
    ...(['onlineHoldSeconds', 'emailHoldSeconds', 'waitingOfferSeconds', 'cancellationHours'] as const),
    ...(['transfersAllowed', 'membershipRequired', 'membershipButton'] as const),
  ],
  words,
  saysWhich: true,
  valuesOf: (tenant) => ({
    ...tenant,
    onlineHoldMinutes: tenant.onlineHoldSeconds / minute,
    emailHoldHours: tenant.emailHoldSeconds / hour,
    offerHours: tenant.waitingOfferSeconds / hour,
  }),
  columnsOf: ({ onlineHoldMinutes, emailHoldHours, offerHours, ...values }) => ({
    ...values,
    onlineHoldSeconds: onlineHoldMinutes * minute,
    emailHoldSeconds: emailHoldHours * hour,
    waitingOfferSeconds: offerHours * hour,
  }),
  named: (value, _field, language) => (value === 'true' ? deskTexts[language].yes : value),
  show: (props) => <RulesFields {...props} />,
}

function words(language: Language) {
  const { between, ...names } = settingsTexts[language].rules
  const wrong = Object.entries(numbers).map(([key, { least, most }]) => [`${key}Wrong`, between({ least, most })])
  return { ...names, ...Object.fromEntries(wrong) }
}

function RulesFields({ filled, problems }: FormProps<typeof fields>) {
  const { language } = useReader()
  const field = formFields(fields, { words: words(language), filled, problems })
  return <>{keys.map((key) => field(key))}</>
}
