import type { Actor } from '../../features/account/actor.ts'
import { erasePerson } from '../../features/person/erase-person.ts'
import { exportPerson } from '../../features/person/export-person.ts'
import { organisationName } from '../../http/organisation-name.ts'
import type { Asked } from '../../http/route.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Back, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { forgetSession } from '../sign-in/open-session.ts'

const pages = pageSection({ access: { kind: 'signed_in' }, atLabel: true, asksAgain: true })

/** A person's own data, to export and to have erased: that at other organisations too, so not at a host that one of them runs. */
export const registerOwnData = pages.register

pages.get(visitorPaths.ownData, {
  linkedOn: visitorPaths.account,
  handler: async ({ context, tenant, actor, reply }) => {
    const kept = await exportPerson(context, tenant, emailOf(actor))
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    })
    return JSON.stringify(kept, null, 2)
  },
})

pages.get(visitorPaths.ownErasure, { handler: (asked) => showErasure(asked, emailOf(asked.actor)) })

pages.post(visitorPaths.ownErasure, {
  handler: async ({ context, tenant, actor, language, request, reply }) => {
    const { accountGone } = await erasePerson(context, tenant, emailOf(actor))
    forgetSession(request, reply)
    const words = accountTexts[language].ownData
    const lead = accountGone ? words.erasedWithAccount : words.erased
    return showNarrow({ request, reply }, { title: words.erasedTitle, lead })
  },
})

/** Shows what will be erased, and the button. */
function showErasure(asked: Asked, email: string): string {
  const { tenant, language } = asked.request
  const words = accountTexts[language].ownData
  const title = tenant.firstMeta ? words.eraseEverywhere : words.eraseAt({ organisation: organisationName(tenant) })
  return showNarrow(
    asked,
    { title, lead: words.eraseLead({ email }) },
    <>
      <ul class="bullets">
        {words.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <ActionButton look="danger">{words.eraseButton}</ActionButton>
      <Back to={visitorPaths.account}>{words.keep}</Back>
    </>,
  )
}

/** The part of the account about what a person may do about the data that is kept. */
export function OwnData() {
  const words = useTexts(accountTexts).ownData
  return (
    <Section id="own-data" title={words.title}>
      <p>
        <a href={visitorPaths.ownData}>{words.export}</a>
        <br />
        <a href={visitorPaths.ownErasure}>{words.erase}</a>
      </p>
    </Section>
  )
}

function emailOf(actor: Actor): string {
  if (actor.kind !== 'account') throw new Error('the gate lets only signed-in people through')
  return actor.email
}
