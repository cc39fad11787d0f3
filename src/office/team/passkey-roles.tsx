import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { requirePasskeys } from '../../features/team/require-passkeys.ts'
import { rpIdAt } from '../../http/plugins/access.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { ArrayIn, EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { useTexts } from '../../pages/reader.ts'
import { actionPage } from '../kit/action-page.ts'
import { Submit } from '../../pages/parts.tsx'

const Roles = Maybe(ArrayIn(EnumIn(roles), { max: roles.length }))

/** Registers the choice of roles that need a passkey. @param again shows the team with what was wrong */
export function registerPasskeyRoles(
  app: FastifyInstance,
  context: Context,
  again: (asked: Asked, problems: readonly FormProblem[]) => Promise<string>,
): void {
  actionPage(app, {
    of: paths.teamPasskeys,
    name: '',
    asksAgain: true,
    access: staff('team'),
    body: { roles: Roles, former: Roles },
    act: ({ request }, _, { roles: wanted, former }) =>
      requirePasskeys(context, request.tenant, request.actor, {
        roles: wanted ?? [],
        former: former ?? [],
        rpId: rpIdAt(context, request),
      }),
    goesOn: () => at(paths.team, {}, { done: 'passkeys' }),
    refused: {
      explain: ({ code }, { request: { language } }) => {
        const { changedMeanwhile, ownFirst } = teamTexts[language].passkeys
        if (code !== 'changed_meanwhile' && code !== 'invalid_transition') return null
        return [{ field: 'passkeys', detail: code === 'changed_meanwhile' ? changedMeanwhile : ownFirst }]
      },
      show: (asked, _, problems) => again(asked, problems),
    },
  })
}

type PasskeyRolesProps = { readonly wanted: readonly Role[]; readonly problems: readonly FormProblem[] }

export function PasskeyRoles({ wanted, problems }: PasskeyRolesProps) {
  const words = useTexts(teamTexts).passkeys
  const names = useTexts(frameTexts).roles
  return (
    <section class="stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{words.title}</h2>
      <p class="prose">
        {words.lead} <a href={at(visitorPaths.passkeys, {}, { next: paths.team })}>{words.own}</a>
      </p>
      <Problems title={words.notSaved} problems={problems} />
      <form class="narrow" method="post" action={paths.teamPasskeys}>
        {wanted.map((role) => (
          <input key={role} type="hidden" name="former" value={role} />
        ))}
        <fieldset>
          <legend>{words.roles}</legend>
          {roles.map((role) => (
            <label key={role} class="check">
              <input type="checkbox" name="roles" value={role} checked={wanted.includes(role)} />
              {names[role]}
            </label>
          ))}
        </fieldset>
        <Submit look="quiet">{words.save}</Submit>
      </form>
    </section>
  )
}
