import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { Choice } from '../../pages/form/field.tsx'
import { Submit } from '../../pages/parts.tsx'
import { Deletion } from '../kit/parts.tsx'
import { organisationPath, type Shown } from './read-organisation.ts'
import { useTexts } from '../../pages/reader.ts'

/** Says which calendars show an organisation; the first shows everybody. */
export function Calendars({ tenant, calendars, metas }: Pick<Shown, 'tenant' | 'calendars' | 'metas'>) {
  const words = useTexts(rootOrganisationTexts).calendars
  const addable = metas.filter(({ id }) => id !== tenant.id && !calendars.some((calendar) => calendar.id === id))
  return (
    <section class="stack">
      <h2>{words.title}</h2>
      <p>
        {words.first} {calendars.length === 0 ? words.none : null}
      </p>
      {calendars.length === 0 ? null : (
        <ul class="rows">
          {calendars.map(({ id, organisation }) => (
            <li key={id}>
              <a class="name" href={organisationPath(id)}>
                {organisation}
              </a>
              <Deletion
                action={organisationPath(tenant.id, 'calendars/removal')}
                sends={{ calendar: id }}
                title={words.remove({ calendar: organisation })}
                help={words.removeHelp}
              />
            </li>
          ))}
        </ul>
      )}
      {addable.length === 0 ? null : (
        <form class="narrow" method="post" action={organisationPath(tenant.id, 'calendars')}>
          <Choice
            id="calendar"
            label={words.field}
            options={addable.map(({ id, organisation }) => [id, organisation])}
          />
          <Submit look="quiet">{words.add}</Submit>
        </form>
      )}
    </section>
  )
}

/** Lists the organisations that a calendar shows. */
export function Members({ members }: Pick<Shown, 'members'>) {
  const words = useTexts(rootTexts).organisation
  if (members.length === 0) return null
  return (
    <section class="stack">
      <h2>{words.members}</h2>
      <ul class="rows">
        {members.map(({ id, organisation }) => (
          <li key={id}>
            <a href={organisationPath(id)}>{organisation}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
