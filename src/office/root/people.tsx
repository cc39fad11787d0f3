import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type Account, listPrivileged } from '../../features/account/account.queries.ts'
import { giveRights, type ServerRight, serverRights, takeRights } from '../../features/tenant/change-rights.ts'
import { paths } from '../../lib/paths.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { BooleanIn, EmailIn, EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { DataTable } from '../kit/table.tsx'
import { EmailField } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { showRootPage } from './frame.tsx'
import { rootRooms } from './rooms.ts'

const superUser = { kind: 'super_user' } as const

/** Who may do something on the whole server, and who no longer. */
export function registerRootPeople(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: rootRooms.people,
    access: superUser,
    handler: async ({ language, request, reply }) => {
      const accounts = await context.database.asServer(listPrivileged)
      const words = rootTexts[language].people
      const { columns } = words
      return showRootPage(
        { request, reply },
        { title: words.title, room: 'people' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          <DataTable
            label={words.title}
            rows={accounts}
            keyOf={({ id }) => id}
            columns={[
              { name: columns.email, show: ({ email }) => email },
              {
                name: columns.rights,
                show: (account) =>
                  heldBy(account)
                    .map((right) => words.rights[right])
                    .join(', '),
              },
              {
                name: columns.take,
                show: (account) => (
                  <div class="actions">
                    {heldBy(account).map((right) => (
                      <form key={right} method="post" action={paths.serverPeopleTaken}>
                        <input type="hidden" name="email" value={account.email} />
                        <input type="hidden" name="right" value={right} />
                        <button
                          class="button quiet"
                          type="submit"
                          aria-label={`${words.take[right]}: ${account.email}`}
                        >
                          {words.take[right]}
                        </button>
                      </form>
                    ))}
                  </div>
                ),
              },
            ]}
          />
          <h2>{words.give}</h2>
          <form class="narrow" method="post" action={paths.rights}>
            <EmailField label={words.email} />
            {serverRights.map((right) => (
              <label key={right} class="check">
                <input type="checkbox" name={right} value="true" />
                {words.rights[right]}
              </label>
            ))}
            <button class="button" type="submit">
              {words.giveButton}
            </button>
          </form>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: paths.rights,
    access: superUser,
    asksAgain: true,
    forms: true,
    body: Type.Object({ email: EmailIn, create_tenants: Maybe(BooleanIn), super_user: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, body, reply }) => {
      const rights = serverRights.filter((right) => body[right] ?? false)
      if (rights.length > 0) await giveRights(context, tenant, actor, { email: body.email, rights })
      return reply.redirect(rootRooms.people, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.serverPeopleTaken,
    access: superUser,
    asksAgain: true,
    forms: true,
    body: Type.Object({ email: EmailIn, right: EnumIn(serverRights) }),
    handler: async ({ tenant, actor, body, reply }) => {
      await takeRights(context, tenant, actor, { email: body.email, rights: [body.right] })
      return reply.redirect(rootRooms.people, 303)
    },
  })
}

function heldBy({ isSuperUser, canCreateTenants }: Account): readonly ServerRight[] {
  const held = { super_user: isSuperUser, create_tenants: canCreateTenants }
  return serverRights.filter((right) => held[right])
}
