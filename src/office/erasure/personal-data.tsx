import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { eraseAtAddress, findAtAddress } from '../../features/person/erase-by-staff.ts'
import { isAnythingKept } from '../../features/person/kept.queries.ts'
import { paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { type ErasureTexts, erasureTexts } from '../../messages/office/erasure.ts'
import { EmailIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { formParts } from '../../pages/form/form-script.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { ErasureQuestion } from './erasure-question.tsx'
import { showAdminPage } from '../kit/frame.tsx'

const url = paths.personalData

/** Whoever wrote from an address and asks to be erased, found by no booking or membership of their own (ADR 0204). */
export function registerPersonalData(app: FastifyInstance, context: Context): void {
  const access = staff('erasure')

  page(app, {
    method: 'GET',
    url,
    access,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) => {
      const words = erasureTexts[request.language]
      return showRoom(
        { request, reply },
        <>
          <Done>{doneText(query.done, words)}</Done>
          <AddressForm words={words.atAddress} typed="" problems={[]} />
        </>,
      )
    },
  })

  // What was typed stays out of addresses of pages, which browsers and proxies keep.
  page(app, {
    method: 'POST',
    url,
    access,
    forms: true,
    body: Type.Object({ email: Maybe(TypedText({ max: 300 })) }),
    handler: async ({ tenant, language, body, request, reply }) => {
      const [words, typed] = [erasureTexts[language].atAddress, body.email ?? '']
      const email = normalizeEmail(typed)
      if (!isEmail(email)) {
        reply.code(400)
        const problems = [{ field: 'email', detail: words.wrong }]
        return showRoom(
          { request, reply },
          <>
            <Problems title={words.wrongTitle} problems={problems} />
            <AddressForm {...{ words, typed, problems }} />
          </>,
        )
      }
      const kept = await findAtAddress(context, tenant, email)
      return showRoom(
        { request, reply },
        <>
          {isAnythingKept(kept) ? null : <p class="notice">{words.unknown({ email })}</p>}
          <ErasureQuestion
            agreed={['email', email]}
            action={`${url}erasure/`}
            back={url}
            {...{ email, kept, tenant, language }}
          />
        </>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}erasure/`,
    access,
    asksAgain: true,
    forms: true,
    body: Type.Object({ email: EmailIn }),
    handler: async ({ tenant, actor, body, reply }) => {
      const wasAnything = await eraseAtAddress(context, tenant, actor, normalizeEmail(body.email))
      return reply.redirect(`${url}?done=${wasAnything ? 'erased' : 'nothing'}`, 303)
    },
  })
}

function doneText(done: string | undefined, words: ErasureTexts): string | null {
  if (done === 'erased') return words.erased
  return done === 'nothing' ? words.atAddress.nothing : null
}

type AddressFormProps = {
  readonly words: ErasureTexts['atAddress']
  readonly typed: string
  readonly problems: readonly FormProblem[]
}

function AddressForm({ words, typed, problems }: AddressFormProps) {
  return (
    <form class="stack" method="post" action={url} noValidate {...{ [formParts.looking]: '' }}>
      <p class="lead">{words.lead}</p>
      <Field
        id="email"
        label={words.email}
        help={words.help}
        type="email"
        autocomplete="off"
        maxLength={254}
        value={typed}
        problems={problems}
        required
      />
      <button class="button" type="submit">
        {words.look}
      </button>
    </form>
  )
}

type Answering = Asked

function showRoom(to: Answering, content: ComponentChildren): string {
  const { title } = erasureTexts[to.request.language].atAddress
  return showAdminPage(
    to,
    { title, area: 'personal_data' },
    <div class="stack">
      <h1>{title}</h1>
      {content}
    </div>,
  )
}
