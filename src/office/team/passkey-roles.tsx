import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { requirePasskeys } from '../../features/team/require-passkeys.ts'
import type { Language } from '../../lib/language.ts'
import { errorStatus } from '../../http/error-status.ts'
import { rpIdAt } from '../../http/plugins/access.ts'
import { passkeysPath } from '../../http/plugins/passkey-path.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { ArrayIn, EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'

const url = paths.teamPasskeys

const Roles = ArrayIn(EnumIn(roles), { max: roles.length })

const isRefusal = (code: ErrorCode) => code === 'changed_meanwhile' || code === 'invalid_transition'

/** Which roles need a passkey, as an organisation wishes. @param again shows the team with what was wrong */
export function registerPasskeyRoles(
  app: FastifyInstance,
  context: Context,
  again: (asked: Asked, problem: string) => Promise<string>,
): void {
  page(app, {
    method: 'POST',
    url,
    asksAgain: true,
    access: staff('team'),
    forms: true,
    body: Type.Object({ roles: Maybe(Roles), former: Maybe(Roles) }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const { roles: wanted, former } = body
      const { changedMeanwhile, ownFirst } = teamTexts[language].passkeys
      try {
        await requirePasskeys(context, tenant, actor, {
          roles: wanted ?? [],
          former: former ?? [],
          rpId: rpIdAt(context, request),
        })
      } catch (error) {
        const isTold = error instanceof AppError && isRefusal(error.code)
        if (!isTold) throw error
        reply.code(errorStatus[error.code])
        return again({ request, reply }, error.code === 'changed_meanwhile' ? changedMeanwhile : ownFirst)
      }
      return reply.redirect(at(paths.team, {}, { done: 'passkeys' }), 303)
    },
  })
}

export function PasskeyRoles(props: {
  readonly wanted: readonly Role[]
  readonly problems: readonly FormProblem[]
  readonly language: Language
}) {
  const words = teamTexts[props.language].passkeys
  return (
    <section class="stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{words.title}</h2>
      <p class="prose">
        {words.lead} <a href={`${passkeysPath}?next=%2Fadmin%2Fteam%2F`}>{words.own}</a>
      </p>
      <Problems title={words.notSaved} problems={props.problems} />
      <form class="narrow" method="post" action={url}>
        {props.wanted.map((role) => (
          <input key={role} type="hidden" name="former" value={role} />
        ))}
        <fieldset>
          <legend>{words.roles}</legend>
          {roles.map((role) => (
            <label key={role} class="check">
              <input type="checkbox" name="roles" value={role} checked={props.wanted.includes(role)} />
              {frameTexts[props.language].roles[role]}
            </label>
          ))}
        </fieldset>
        <button class="button quiet" type="submit">
          {words.save}
        </button>
      </form>
    </section>
  )
}
