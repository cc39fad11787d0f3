import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError, ErrorCode } from '../errors.ts'
import type { ErrorFace } from '../http/error-handler.ts'
import type { Actor } from '../features/account/actor.ts'
import { roleHasPermission, roles } from '../features/account/role.ts'
import { paths, visitorPaths } from '../lib/paths.ts'
import { roleTexts } from '../messages/mail/role.ts'
import { hasStaffPermission } from '../features/tenant/has-staff-permission.ts'
import { organisationName } from '../http/organisation-name.ts'
import { awaitedPath, awaitsOf } from '../http/plugins/passkey-path.ts'
import { describeFields } from '../http/describe-fields.ts'
import { type RefusalTexts, refusalTexts } from '../messages/interface/refusal.ts'
import { notYoursTexts } from '../messages/site/not-yours.ts'
import { passkeyTexts } from '../messages/site/passkey.ts'
import { sessionEndedTexts } from '../messages/site/session-ended.ts'
import { type ErrorTexts, errorTexts } from '../messages/site/error.ts'
import { wantsPage } from '../http/wants-page.ts'
import { forgetPlacesScript } from './forget-places-script.ts'
import { showEmbedded, showPage } from './page.ts'
import { signInPath } from './next-path.ts'
import { showSessionEnded } from './session-ended.tsx'
import { ButtonLink, LinkTo, QuietLink } from './parts.tsx'

/** Shows what goes wrong outside the API as a page to people; programs get the problem document there too. */
export const pageErrorFace: ErrorFace = { prefix: '/', matches: (request) => wantsPage(request), present: errorPage }

function errorPage(error: AppError, request: FastifyRequest, reply: FastifyReply): string {
  // For a form, the session ended or became too old since its page was shown.
  if (request.isUnsigned || (error.code === 'credentials_required' && request.method !== 'GET'))
    return showSessionEnded({ request, reply })
  const pages = errorTexts[request.language]
  const words = refusalTexts[request.language]
  if (error.code === 'not_found' && request.routeOptions.url === visitorPaths.embedEvent && request.tenant)
    return showEmbedded(
      { request, reply },
      { title: pages.eventGone },
      <>
        <p class="empty">{pages.eventGone}</p>
        <LinkTo to={visitorPaths.home}>{pages.home}</LinkTo>
      </>,
    )
  const said = sentences(error, pages, words)
  const { retryAfterSeconds, fields, detail } = error.details
  const isHidden = detail === 'not_approved_yet'
  const isOthers = error.code === 'permission_denied' && detail !== 'passkey_awaited'
  return showPage(
    { request, reply },
    { title: said.title, ...(error.code === 'credentials_required' ? { scriptPath: forgetPlacesScript.path } : {}) },
    <div class="stack">
      <h1>{said.title}</h1>
      {isOthers && request.actor?.kind === 'account' ? (
        <NotYours actor={request.actor} request={request} fallback={said.detail} />
      ) : (
        <p class="lead">{isHidden ? words.details[detail] : said.detail}</p>
      )}
      {error.code === 'permission_denied' && request.method !== 'GET' ? (
        <p>{sessionEndedTexts[request.language].ended.nothingSaved}</p>
      ) : null}
      {retryAfterSeconds === undefined ? null : <p>{pages.retryAfter({ seconds: retryAfterSeconds })}</p>}
      {fields === undefined ? null : <FieldList fields={describeFields(fields, request.language)} />}
      <NextStep code={isHidden ? 'credentials_required' : error.code} pages={pages} request={request} />
      <p class="muted small">
        {pages.requestId} <code>{request.id}</code>
      </p>
    </div>,
  )
}

/**
 * Chooses sentences for people: those for programs speak of API keys where a person has to sign in, and of methods, headers and bodies that
 * nobody sees.
 */
function sentences(
  { code, details: { detail } }: AppError,
  pages: ErrorTexts,
  { errors, details }: RefusalTexts,
): { readonly title: string; readonly detail: string } {
  switch (code) {
    case 'credentials_required':
      return pages.signInNeeded
    case 'permission_denied':
      return detail === 'at_label_only' || detail === 'shown_long_ago' || detail === 'passkey_awaited'
        ? { ...pages.notYours, detail: details[detail] }
        : pages.notYours
    case 'too_many_requests':
      return pages.tooMany
    case 'validation_failed':
    case 'invalid_body':
    case 'unsupported_media_type':
    case 'body_too_large':
      return pages.notUnderstood
    case 'method_not_allowed':
      return errors.not_found
    case 'invalid_transition':
      return detail === 'letter_forgotten' ? { ...errors[code], detail: details[detail] } : errors[code]
    case 'not_found':
      return detail === 'objection_link' ? { ...errors[code], detail: details[detail] } : errors[code]
    default:
      return errors[code]
  }
}

type NotYoursProps = {
  readonly actor: Actor & { readonly kind: 'account' }
  readonly request: FastifyRequest
  readonly fallback: string
}

/** Says what the page requires, and who can give it. */
function NotYours({ actor, request, fallback }: NotYoursProps) {
  const { tenant, language, routeOptions } = request
  const words = notYoursTexts[language]
  const { access } = routeOptions.config
  if (tenant.category === 'root') return <p class="lead">{words.superUser}</p>
  const organisation = organisationName(tenant)
  if (actor.role === null) return <p class="lead">{words.stranger({ email: actor.email, organisation })}</p>
  if (access?.kind !== 'staff') return <p class="lead">{fallback}</p>
  const opening = roles
    .filter((role) => roleHasPermission(role, access.permission))
    .map((role) => roleTexts[language][role])
  return (
    <>
      <p class="lead">{words.role({ role: roleTexts[language][actor.role], organisation })}</p>
      <p>
        {words.needed({ count: opening.length, roles: opening.join(', ') })} {words.ask}
      </p>
    </>
  )
}

function FieldList({ fields }: { fields: ReturnType<typeof describeFields> }) {
  return (
    <ul>
      {Object.entries(fields).map(([field, messages]) => (
        <li key={field}>
          <strong>{field}</strong> – {messages.join(' ')}
        </li>
      ))}
    </ul>
  )
}

type NextStepProps = { readonly code: ErrorCode; readonly pages: ErrorTexts; readonly request: FastifyRequest }

function NextStep({ code, pages, request }: NextStepProps) {
  if (request.tenant === undefined) return null
  const wanted = request.method === 'GET' ? request.url : null
  if (code === 'link_invalid' || code === 'credentials_required')
    return <ButtonLink to={signInPath(wanted)}>{code === 'link_invalid' ? pages.newLink : pages.signIn}</ButtonLink>
  const { actor, language } = request
  const awaits = actor === undefined ? null : awaitsOf(actor)
  const { askTitle, add } = passkeyTexts[language]
  if (awaits !== null)
    return <ButtonLink to={awaitedPath(awaits, null)}>{awaits === 'ask' ? askTitle : add}</ButtonLink>
  // Staff on a page of the administration go on there.
  const isAtWork = actor && hasStaffPermission(actor, request.tenant, 'overview') && request.url.startsWith('/admin')
  return (
    <QuietLink to={isAtWork ? paths.admin : visitorPaths.home}>
      {isAtWork ? notYoursTexts[language].toAdministration : pages.home}
    </QuietLink>
  )
}
