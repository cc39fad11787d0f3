import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import { type Actor, requirePermission } from '../features/account/actor.ts'
import type { Permission } from '../features/account/permission.ts'
import type { StaffPermission } from '../features/account/role.ts'
import type { DeviceMay } from '../features/device/device-keys.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { ErrorCode } from '../errors.ts'
import type { Language } from '../lib/language.ts'
import { requireSameOrigin } from './plugins/same-origin.ts'
import { longestText, roomOf } from './wire/body-room.ts'
import { defined } from './wire/defined.ts'
import { leastMembers } from './wire/json-members.ts'

/**
 * Who may call a route: the one readable list of every gate is the `access` of each route, and the permission test
 * walks all of them.
 *   public: anybody; credentials that are sent must still be good.
 *   permission: a key with it, or a signed-in person whose role here has one of the staff permissions, those of the pages that
 *   do the same.
 *   any_key: any live API key.
 *   device: a paired scanning device (the scan section answers in its own envelope); to `deliver` what it scanned, past its end too.
 *   known: any live API key or person with a session; the use case decides what they may.
 *   create_tenants: on a Meta, a key with place:write whose user may create tenants.
 *   signed_in: any person with a session. staff: one whose role here has that permission; on Root, a super-user.
 *   super_user: a super-user on the Root host.
 * With `onlyOn` the route is nowhere but on hosts of that category, for any caller.
 */
export type Access =
  | { readonly kind: 'public'; readonly onlyOn?: 'meta' }
  | {
      readonly kind: 'permission'
      readonly permission: Permission
      readonly staffPermissions: readonly StaffPermission[]
      readonly onlyOn?: 'meta'
    }
  | { readonly kind: 'any_key' }
  | { readonly kind: 'known'; readonly onlyOn?: 'meta' }
  | { readonly kind: 'device'; readonly may?: DeviceMay }
  | { readonly kind: 'create_tenants' }
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'staff'; readonly permission: StaffPermission }
  | { readonly kind: 'super_user' }

/**
 * Whether the body may also be a form. `with_files`: also one of multipart/form-data, which is large. `one_click`: also a small one of that,
 * from anywhere, as mail programs send it for their readers (RFC 8058); what is asked for is in the address.
 */
export type Forms = boolean | 'with_files' | 'one_click'

export const open: Access = { kind: 'public' }
/** A key with that permission, or somebody signed in who has one of the staff permissions (ADR 0199). */
export const needs = (
  permission: Permission,
  ...staffPermissions: readonly [StaffPermission, ...StaffPermission[]]
): Access => ({ kind: 'permission', permission, staffPermissions })
export const staff = (permission: StaffPermission): Access => ({ kind: 'staff', permission })

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by plugins/tenant-from-host.ts before any handler runs, except on the health addresses. */
    tenant: Tenant
    actor: Actor
    language: Language
    /** Address of the host that was asked, without trailing slash: the tenant's usual one, or an own domain. */
    base: string
    /** The host is a domain of the tenant's own, where everybody is a visitor (ADR 0227); null: its label. */
    ownDomain: string | null
  }
  interface FastifyContextConfig extends Partial<ToldToPlugins> {
    /** How many members a body of JSON has at most (`hasMoreMembers`); when absent leastMembers. */
    mostMembers?: number
    /** How long a field of a form with files is at most; when absent formFieldBytes. */
    fieldBytes?: number
    /** How many fields a form has at most (`hasMoreFields`); when absent leastFields. */
    mostFields?: number
    /** Answers on every host, known or not. */
    everyHost?: boolean
  }
}

/** What a route declares that is seen to before and after its handler, by what every request passes. */
type ToldToPlugins = Pick<
  RouteDefinition<undefined, undefined, undefined>,
  | ('access' | 'forms' | 'refusesPicture' | 'headers' | 'isCopy' | 'madeAt' | 'beforeApproval')
  | ('atLabel' | 'asksAgain' | 'linkedOn' | 'shows' | 'makesPasskey' | 'takesActivities')
>

/** How many bytes the body of a route has at most that anybody may send, and of one that looks at credentials before it reads and needs more. */
export const strangersBodyBytes = 64 * 1024
export const bodyBytes = 1024 * 1024
/** The bytes of one field in a form with files: the longest text has 20,000 characters of at most four bytes; a pasted list takes more. */
export const formFieldBytes = 80_000
/** How many members of JSON a route takes at most, each with so many bytes: a thousand places with their names are seven thousand. */
const mostMembers = 4 * leastMembers
const bytesOfMember = 16
/** How many fields of a form every route takes: a page has a few dozen, and a program sends what is passed over. */
export const leastFields = 256
/** And at most: a booking of a thousand tickets, each with a box to tick. */
const mostFields = 8 * leastFields

type BodyOf<T> = T extends TSchema ? Static<T> : undefined
type ObjectOf<T> = T extends TObject ? Static<T> : Record<string, never>

/** A request, and where its answer goes. */
export type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }

export type RouteInput<Body, Params, Query> = Asked & {
  readonly body: BodyOf<Body>
  readonly params: ObjectOf<Params>
  readonly query: ObjectOf<Query>
  readonly tenant: Tenant
  readonly actor: Actor
  readonly language: Language
}

/** What a route declares besides its address and who may call it. */
export type Operation<
  Body extends TSchema | undefined,
  Params extends TObject | undefined,
  Query extends TObject | undefined,
> = {
  /** OpenAPI: one short sentence. Null: a page, which the description of the interface leaves out. */
  readonly summary: string | null
  /** OpenAPI: what clients that are generated call it, a verb and a noun. Once it is released it stays. */
  readonly operationId?: string
  /** OpenAPI: why it refuses, beyond what follows from its body, its address and who may call it (`refusalsOf`). */
  readonly refuses?: readonly ErrorCode[]
  readonly description?: string
  readonly body?: Body
  readonly params?: Params
  readonly query?: Query
  /** The schemas by status. The first 2xx is the status of a plain return value; an undefined value is an answer without body. */
  readonly response: Readonly<Record<number, TSchema>>
  readonly forms?: Forms
  /** The body may also be a document of ActivityStreams; the scope of the route reads it. */
  readonly takesActivities?: boolean
  /** The longest body; when absent as longestBody says. */
  readonly mostBytes?: number
  /** The page has a picture in its form, and itself refuses one that is too large, beside its field. */
  readonly refusesPicture?: boolean
  /** OpenAPI: request headers that change what it does or says. They are not validated here; the handler reads them. */
  readonly headers?: TObject
  /** The permission that a body takes, where there is one (`OrNothing`); asked for before its values are looked at. */
  readonly bodyNeeds?: Permission
  /** Refuses what a form of another site sends, before anything of it is read. */
  readonly sameOrigin?: boolean
  /** Answers at the label's host alone, as all staff routes do: it gives rights, or reaches beyond the organisation (ADR 0227). */
  readonly atLabel?: boolean
  /** Takes a person with a session only when they have shown lately who they are (ADR 0240). */
  readonly asksAgain?: boolean
  /** The page with the link to a file that asks again; the person is led there afterwards. */
  readonly linkedOn?: string
  /**
   * A person shows here who they are: open to those whom only the organisation's provider knows (ADR 0244), and before a passkey is shown.
   */
  readonly shows?: boolean
  /** Open to a session that waits for a passkey which is still to be made (ADR 0240). */
  readonly makesPasskey?: boolean
  /** Answers everybody at an organisation that waits for approval (ADR 0220). */
  readonly beforeApproval?: boolean
  /** Answers a request without a query from a kept copy: it costs next to nothing, and need not give way to scans (ADR 0250). */
  readonly isCopy?: boolean
  /**
   * Where what a 201 of it made is read by its `uuid`, or its `tag_id`, which `Location` says: `/api/events/`. What has no address of its
   * own is read with what it belongs to, by a parameter: `/api/cards/:tag_id/`.
   */
  readonly madeAt?: string
  /**
   * False: a POST of the interface does not know an Idempotency-Key, since it makes nothing, a repeat makes nothing more, or its answer is a
   * secret. All others keep their answer for a repeat (ADR 0265), or name the header themselves (`headers`) and see to it.
   */
  readonly keepsAnswer?: false
  /**
   * What it makes is made outside the transactions of the organisation that was asked, and so its answer is kept afterwards. It bears
   * the id `idOfNew`, by which a repeat finds it where no answer was kept.
   */
  readonly madeApart?: boolean
  /** A GET that changes something (pairing) answers HEAD on its own terms. */
  readonly exposeHead?: boolean
}

export type RouteDefinition<
  Body extends TSchema | undefined,
  Params extends TObject | undefined,
  Query extends TObject | undefined,
> = Operation<Body, Params, Query> & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With the trailing slash of the interface; it answers without it too. */
  readonly url: string
  readonly access: Access
  /** OpenAPI: the section it belongs to. */
  readonly tag: string
  readonly handler: (input: RouteInput<Body, Params, Query>) => unknown
}

/** Registers one operation: schema, gate and handler from one definition. */
export function route<
  const Body extends TSchema | undefined = undefined,
  const Params extends TObject | undefined = undefined,
  const Query extends TObject | undefined = undefined,
>(app: FastifyInstance, definition: RouteDefinition<Body, Params, Query>): void {
  const { access, body, bodyNeeds, madeAt, response } = definition
  const { forms, refusesPicture, headers, isCopy, beforeApproval } = definition
  const { atLabel, asksAgain, linkedOn, shows, makesPasskey, takesActivities } = definition
  const success = Number(Object.keys(response).find((status) => status.startsWith('2')) ?? 200)
  const bodyLimit = longestBody(definition)
  app.route({
    method: definition.method,
    url: definition.url,
    exposeHeadRoute: definition.exposeHead ?? true,
    bodyLimit,
    config: {
      ...defined({ access, forms, refusesPicture, headers, isCopy, madeAt, beforeApproval }),
      ...defined({ atLabel, asksAgain, linkedOn, shows, makesPasskey, takesActivities }),
      mostMembers: mostMembersOf(body, bodyLimit),
      mostFields: mostFieldsOf(body),
      fieldBytes: Math.max(formFieldBytes, Math.min(bodyLimit, 4 * longestText(body))),
    },
    schema: {
      ...defined({ summary: definition.summary ?? undefined, operationId: definition.operationId }),
      ...defined({ 'x-refuses': definition.refuses, description: definition.description }),
      tags: [definition.tag],
      ...defined({ body, params: definition.params, querystring: definition.query }),
      ...securityOf(access),
      ...defined({ 'x-permission': bodyNeeds }),
      response,
    },
    ...(definition.sameOrigin ? { onRequest: refuseOtherSites } : {}),
    ...(bodyNeeds === undefined ? {} : { preValidation: requireForBody(bodyNeeds) }),
    handler: async (request, reply) => {
      const value = await definition.handler({
        body: request.body as BodyOf<Body>,
        params: request.params as ObjectOf<Params>,
        query: request.query as ObjectOf<Query>,
        tenant: request.tenant,
        actor: request.actor,
        language: request.language,
        request,
        reply,
      })
      if (reply.sent) return reply
      if (reply.statusCode === 200) reply.code(success)
      if (madeAt && reply.statusCode === 201) reply.header('location', addressOf(value, madeAt, request.params))
      return definition.summary === null ? value : withIgnored(value, request, reply)
    },
  })
}

/**
 * Names in an answer of the interface what was passed over of the body: `ignored`, beside what the answer's schema has. What the answer
 * says with the same value is not named: whoever sends back what they read means nothing by it. Where the answer
 * is a list or empty a header has it, and always for devices: one in the field may stumble over a field that it does not know.
 */
function withIgnored(value: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (request.ignored.length === 0) return value
  const isDevice = request.routeOptions.url?.startsWith('/scan/') === true
  if (
    isDevice ||
    typeof value !== 'object' ||
    value === null ||
    Symbol.iterator in value ||
    Symbol.asyncIterator in value
  ) {
    reply.header('ignored-fields', headerOf(request.ignored.map(({ path }) => path)))
    return value
  }
  const answered = new Map(Object.entries(value))
  const ignored = request.ignored
    .filter(({ path, value: sent }) => !ownSay.has(path) && !(answered.has(path) && isSame(sent, answered.get(path))))
    .map(({ path }) => path)
  if (ignored.length === 0) return value
  reply.type('application/json; charset=utf-8')
  const text = String(reply.serialize(value))
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"ignored":${JSON.stringify(ignored)}}`
}

/** Of every answer: whoever sends back what they read means nothing by them. */
const ownSay: ReadonlySet<string> = new Set(['ignored', 'updated_at'])

/** Whether the answer says what was sent, in a form as text: then nothing is lost by passing it over. */
function isSame(sent: unknown, answered: unknown): boolean {
  const textOf = (one: unknown) => (typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? ''))
  try {
    return textOf(sent) === textOf(answered)
  } catch {
    // What is nested too deep to be written was never read from an answer.
    return false
  }
}

/** Programs and proxies read headers of a few thousand characters. */
const longestHeader = 2_000

function headerOf(ignored: readonly string[]): string {
  return ignored.map(encodeURIComponent).reduce((said, name) => {
    const longer = said === '' ? name : `${said}, ${name}`
    return longer.length <= longestHeader ? longer : said
  }, '')
}

function addressOf(made: unknown, madeAt: string, params: unknown): string {
  if (madeAt.includes(':')) {
    const given = params as Readonly<Record<string, string>>
    return madeAt.replace(/:(\w+)/g, (_, name) => encodeURIComponent(given[name] ?? ''))
  }
  const { uuid, tag_id } = made as { readonly uuid?: string; readonly tag_id?: string }
  return `${madeAt}${uuid ?? tag_id}/`
}

async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  requireSameOrigin(request)
}

function requireForBody(permission: Permission) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.body !== null) requirePermission(request.actor, permission)
  }
}

function mostMembersOf(body: TSchema | undefined, bodyLimit: number): number {
  // Twice: a client that sends a little too much of something hears of what.
  const needed = 2 * roomOf(body).members
  return Math.max(leastMembers, Math.min(needed, mostMembers, bodyLimit / bytesOfMember))
}

function mostFieldsOf(body: TSchema | undefined): number {
  return Math.max(leastFields, Math.min(2 * roomOf(body).fields, mostFields))
}

type Sized = Pick<RouteDefinition<TSchema | undefined, undefined, undefined>, 'mostBytes' | 'access' | 'body'>

/** Behind a key or a session as long as what the route takes can be, however it is written. What a device read has its own refusals. */
function longestBody({ mostBytes, access, body }: Sized): number {
  if (mostBytes !== undefined) return mostBytes
  if (mayBeStranger(access)) return strangersBodyBytes
  if (access.kind === 'device') return bodyBytes
  return Math.min(bodyBytes, Math.max(strangersBodyBytes, roomOf(body).bytes))
}

/** Anybody can have an account, without being known to anyone here. */
function mayBeStranger({ kind }: Access): boolean {
  return kind === 'public' || kind === 'signed_in' || kind === 'known'
}

function securityOf(access: Access): { security: { [scheme: string]: string[] }[]; 'x-permission'?: string } {
  switch (access.kind) {
    case 'public':
      return { security: [{}, { apiKey: [] }, { session: [] }] }
    case 'permission':
      return { security: [{ apiKey: [] }, { session: [] }], 'x-permission': access.permission }
    case 'create_tenants':
      return { security: [{ apiKey: [] }], 'x-permission': 'place:write' }
    case 'any_key':
      return { security: [{ apiKey: [] }] }
    case 'known':
      return { security: [{ apiKey: [] }, { session: [] }] }
    case 'device':
      return { security: [{ deviceKey: [] }] }
    case 'signed_in':
    case 'staff':
    case 'super_user':
      return { security: [{ session: [] }] }
  }
}
