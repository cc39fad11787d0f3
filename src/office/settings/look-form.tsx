import { colorSchemes, pictureHeaders, typePairs } from '../../features/tenant/theme.ts'
import { isColor } from '../../lib/color.ts'
import { choice, line } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { Field } from '../../pages/form/field.tsx'
import { Kinds } from '../../pages/form/kinds.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { accentsOf, usualStyle } from '../../pages/stylesheet.ts'
import type { FormProps, SettingsForm } from './settings-form.tsx'

const fields = {
  accentColor: line({ wire: 'accent_color', most: 7, required: true }),
  typePair: choice({ wire: 'type_pair', choices: typePairs, usual: usualStyle.typePair }),
  colorScheme: choice({ wire: 'color_scheme', choices: colorSchemes, usual: usualStyle.colorScheme }),
  pictureHeader: choice({ wire: 'picture_header', choices: pictureHeaders, usual: 'beside' }),
}

/** How the pages look (ADR 0295). */
export const lookForm: SettingsForm<typeof fields> = {
  room: 'look',
  fields,
  columns: Object.keys(fields) as (keyof typeof fields)[],
  words,
  valuesOf: (tenant) => tenant,
  columnsOf: (values) => ({ ...values, accentColor: values.accentColor.toLowerCase() }),
  check({ accentColor }, typed, reader) {
    if (accentColor !== '' && !isColor(accentColor.toLowerCase()))
      typed.wrong('accent_color', words(reader).accentColorWrong)
  },
  named: (value, _, language) =>
    Object.values(kindsIn(language))
      .flat()
      .find(([kind]) => kind === value)?.[1].name ?? value,
  show: (props) => <LookFields {...props} />,
  beside: () => <LookFirst />,
}

function words(reader: Language) {
  return { ...settingsTexts[reader].look, accentColorWrong: fieldTexts[reader].problems.color }
}

/** What each choice of a field is, in the order in which they are offered. */
function kindsIn(language: Language) {
  const said = settingsTexts[language].look
  return {
    typePair: typePairs.map((one) => [one, said.typePairs[one]] as const),
    colorScheme: colorSchemes.map((one) => [one, said.colorSchemes[one]] as const),
    pictureHeader: pictureHeaders.map((one) => [one, said.pictureHeaders[one]] as const),
  }
}

function LookFields({ filled, problems }: FormProps<typeof fields>) {
  const { language } = useReader()
  const said = words(language)
  const kinds = kindsIn(language)
  const color = filled.accent_color
  return (
    <>
      <Field
        id="accent_color"
        label={said.accentColor}
        help={said.accentColorHelp}
        type="color"
        {...{ problems, value: color }}
        maxLength={7}
      />
      <Swatch color={color.toLowerCase()} />
      <Kinds id="type_pair" label={said.typePair} kinds={kinds.typePair} chosen={filled.type_pair} {...{ problems }} />
      <Kinds
        id="color_scheme"
        label={said.colorScheme}
        kinds={kinds.colorScheme}
        chosen={filled.color_scheme}
        {...{ problems }}
      />
      <Kinds
        id="picture_header"
        label={said.pictureHeader}
        kinds={kinds.pictureHeader}
        chosen={filled.picture_header}
        {...{ problems }}
      />
    </>
  )
}

/** Opens the home page with what is chosen, beside this page, which keeps it (http/plugins/previews.ts). */
function LookFirst() {
  const { lookFirst } = useTexts(settingsTexts).look
  return (
    <button
      class="button quiet"
      type="submit"
      name="preview"
      value="look"
      formmethod="get"
      formaction={visitorPaths.home}
      formtarget="_blank"
    >
      {lookFirst}
    </button>
  )
}

/** The colour as the pages will use it, by day and by night, which is not always the colour itself. */
function Swatch({ color }: { readonly color: string }) {
  if (!isColor(color)) return null
  const words = useTexts(settingsTexts).look
  const grounds = accentsOf(color)
  const isCorrected = grounds.some(({ text, fill }) => text !== color || fill !== color)
  return (
    <>
      <svg class="swatch" viewBox="0 0 384 72" role="img" aria-label={words.swatch}>
        {grounds.map(({ text, fill, onFill, paper }, index) => (
          <g key={paper} transform={`translate(${192 * index})`} font-size="15">
            <rect width="192" height="72" fill={paper} />
            <rect x="12" y="16" width="84" height="40" rx="8" fill={fill} />
            <text x="54" y="41" text-anchor="middle" fill={onFill}>
              {words.swatchButton}
            </text>
            <text x="108" y="41" fill={text} text-decoration="underline">
              {words.swatchLink}
            </text>
          </g>
        ))}
      </svg>
      <p class="muted small">{isCorrected ? words.colorCorrected : words.colorReads}</p>
    </>
  )
}
