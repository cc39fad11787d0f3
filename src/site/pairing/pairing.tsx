import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { pairDevice, previewPairing } from '../../features/device/pair-device.ts'
import { isOpenTo } from '../../features/tenant/approval.ts'
import { showNarrow } from '../../pages/page.ts'
import { ButtonLink, FoldedForm } from '../../pages/parts.tsx'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { open, type RouteInput, route } from '../../http/route.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanOut, TextOut, UuidOut, withExample } from '../../http/wire/schemas.ts'
import { pairingTexts } from '../../messages/site/pairing.ts'

const TokenParams = Type.Object({ token: Type.String() })

const pairedMessage = 'Device successfully paired'

const PairingOut = Type.Object(
  {
    success: BooleanOut,
    message: withExample(TextOut, pairedMessage),
    api_key: withExample(TextOut, 'Ab3dEf9h.0123456789abcdefghijABCDEFGHIJ0123456789'),
    device_uuid: UuidOut,
    device_name: withExample(TextOut, 'Main door'),
  },
  { title: 'PairedDevice' },
)

type PairingInput = RouteInput<undefined, typeof TokenParams, undefined>

/**
 * Registers the pairing address. The GET that machines send consumes the token. A HEAD, a prefetch and a person's browser consume nothing:
 * they get a page with the button that does (ADR 0044).
 */
export function registerPairing(app: FastifyInstance, context: Context): void {
  const shared = { url: '/scan/:token/pair', access: open, beforeApproval: true, tag: 'Scanning', params: TokenParams }

  route(app, {
    ...shared,
    method: 'GET',
    operationId: 'pairDevice',
    refuses: ['invalid_token', 'expired_token', 'token_used'],
    summary: 'Pair a scanning device',
    description: 'Works once per token. Requests that accept text/html get a page with a button instead.',
    response: { 200: PairingOut },
    handler: (input) =>
      onlyLooks(input.request) ? pageOrRefusal(input, () => offerPage(context, input)) : pairAsMachine(context, input),
  })

  route(app, {
    ...shared,
    method: 'POST',
    operationId: 'pairDeviceByButton',
    refuses: ['invalid_token', 'expired_token', 'token_used'],
    summary: 'Pair a scanning device by the button of its page',
    forms: true,
    response: { 200: PairingOut },
    handler: (input) =>
      wantsPage(input.request) ? pageOrRefusal(input, () => pairedPage(context, input)) : pairAsMachine(context, input),
  })
}

function onlyLooks(request: FastifyRequest): boolean {
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers['purpose'] ?? ''}`
  return request.method === 'HEAD' || /prefetch|preview/i.test(purpose) || wantsPage(request)
}

function wantsPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '')
}

async function pairAsMachine(context: Context, { tenant, params, request, reply }: PairingInput) {
  reply.header('cache-control', 'no-store')
  await countRequest(context, reply, 'pairing', addressOf(request))
  const device = await pairDevice(context, tenant, params.token)
  return {
    success: true,
    message: pairedMessage,
    api_key: device.apiKey,
    device_uuid: device.id,
    device_name: device.name,
  }
}

async function offerPage(context: Context, { tenant, language, params, request, reply }: PairingInput) {
  const device = await previewPairing(context, tenant, params.token)
  const words = pairingTexts[language]
  return showNarrow(
    { request, reply },
    { title: words.title },
    <>
      {isOpenTo(tenant, undefined) ? (
        <p class="lead">{words.lead({ device: device.name, organisation: tenant.organisation })}</p>
      ) : null}
      <p>{words.explanation}</p>
      <ButtonLink to={`${visitorPaths.scanner}#pair=${params.token}`}>{words.button}</ButtonLink>
      <FoldedForm title={words.otherApp} button={words.otherButton} look="quiet">
        <p>{words.otherNote}</p>
      </FoldedForm>
    </>,
  )
}

async function pairedPage(context: Context, { tenant, language, params, request, reply }: PairingInput) {
  await countRequest(context, reply, 'pairing', addressOf(request))
  const device = await pairDevice(context, tenant, params.token)
  const words = pairingTexts[language]
  return showNarrow(
    { request, reply },
    { title: words.pairedTitle, lead: words.paired({ device: device.name }) },
    <>
      <p>
        {words.keyLabel} <code>{device.apiKey}</code>
      </p>
      <p>{words.keyNote}</p>
    </>,
  )
}

/**
 * Sends a page outside the schema of the route, which describes the answer for machines. A person who cannot pair reads why and what to do,
 * instead of an envelope.
 */
async function pageOrRefusal(input: PairingInput, makePage: () => Promise<string>): Promise<FastifyReply> {
  const page = await makePage().catch((error: unknown) => refusalPage(input, error))
  return input.reply.serializer((text: string) => text).send(page)
}

/** @throws an error that is no refusal */
function refusalPage({ language, request, reply }: PairingInput, error: unknown): string {
  if (!(error instanceof AppError)) throw error
  const { title, detail } = refusalTexts[language].errors[error.code]
  reply.code(errorStatus[error.code])
  return showNarrow({ request, reply }, { title, lead: detail }, <p>{pairingTexts[language].refusedNote}</p>)
}
