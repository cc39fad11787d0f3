import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { eraseAtAddress, findAtAddress } from '../../features/person/erase-by-staff.ts'
import { isAnythingKept, type Kept } from '../../features/person/kept.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { erasureTexts } from '../../messages/office/erasure.ts'
import { EmailIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { formParts } from '../../pages/form/form-script.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { useTexts } from '../../pages/reader.ts'
import { ErasureQuestion } from './erasure-question.tsx'
import { showRoom } from '../kit/frame.tsx'
import { saidOf } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { pressPage } from '../kit/press-page.ts'

/** Registers the erasure of a person who wrote from an address, and has no booking or membership to be found by (ADR 0204). */
export function registerPersonalData(app: FastifyInstance, context: Context): void {
  const shared = { url: paths.personalData, access: staff('erasure') } as const

  page(app, {
    ...shared,
    method: 'GET',
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: (asked) => {
      const { erased, atAddress } = erasureTexts[asked.language]
      const said = saidOf(asked.query.done, { erased, nothing: atAddress.nothing })
      return showPersonalData(asked, <AddressForm typed="" problems={[]} />, said)
    },
  })

  // What was typed stays out of the addresses of pages, which browsers and proxies keep.
  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: Type.Object({ email: Maybe(TypedText({ max: 300 })) }),
    handler: async (asked) => {
      const { tenant, language, body, reply } = asked
      const [words, typed] = [erasureTexts[language].atAddress, body.email ?? '']
      const email = normalizeEmail(typed)
      if (isEmail(email)) return showFound(asked, email, await findAtAddress(context, tenant, email))
      reply.code(400)
      const problems = [{ field: 'email', detail: words.wrong }]
      return showPersonalData(
        asked,
        <>
          <Problems title={words.wrongTitle} problems={problems} />
          <AddressForm {...{ typed, problems }} />
        </>,
      )
    },
  })

  pressPage(app, {
    ...shared,
    url: `${shared.url}erasure/`,
    params: Type.Object({}),
    asksAgain: true,
    body: { email: EmailIn },
    act: ({ tenant, actor, body }) => eraseAtAddress(context, tenant, actor, normalizeEmail(body.email)),
    goesOn: (_, wasAnything) => at(shared.url, {}, { done: wasAnything ? 'erased' : 'nothing' }),
  })
}

function showFound(asked: Asked, email: string, kept: Kept): string {
  const { tenant, language } = asked.request
  const url = paths.personalData
  return showPersonalData(
    asked,
    <>
      {isAnythingKept(kept) ? null : <p class="notice">{erasureTexts[language].atAddress.unknown({ email })}</p>}
      <ErasureQuestion agreed={['email', email]} action={`${url}erasure/`} back={url} {...{ email, kept, tenant }} />
    </>,
  )
}

function AddressForm({ typed, problems }: { readonly typed: string; readonly problems: readonly FormProblem[] }) {
  const words = useTexts(erasureTexts).atAddress
  return (
    <form class="stack" method="post" action={paths.personalData} noValidate {...{ [formParts.looking]: '' }}>
      <p class="lead">{words.lead}</p>
      <EmailField label={words.email} help={words.help} autocomplete="off" value={typed} problems={problems} />
      <Submit>{words.look}</Submit>
    </form>
  )
}

function showPersonalData(asked: Asked, content: ComponentChildren, said: string | null = null): string {
  const { title } = erasureTexts[asked.request.language].atAddress
  return showRoom(asked, { title, area: 'personal_data', said }, content)
}
