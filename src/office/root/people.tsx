import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type Account, listPrivileged } from '../../features/account/account.queries.ts'
import { giveRights, type ServerRight, serverRights, takeRights } from '../../features/tenant/change-rights.ts'
import { paths } from '../../lib/paths.ts'
import { rootTexts } from '../../messages/office/root.ts'
import type { Asked } from '../../http/route.ts'
import { BooleanIn, EmailIn, EnumIn, Maybe } from '../../http/wire/schemas.ts'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { Deletion } from '../kit/parts.tsx'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { EmailField } from '../../pages/form/field.tsx'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'
import { useTexts } from '../../pages/reader.ts'

/** Registers the page of people who may do something on the whole server, and who no longer. */
export function registerRootPeople(app: FastifyInstance, context: Context): void {
  const shared = { name: '', access: superUser, asksAgain: true, goesOn: () => rootRooms.people } as const
  detailPage(app, {
    url: rootRooms.people,
    access: superUser,
    read: () => context.database.asServer(listPrivileged),
    show: showPeople,
  })
  actionPage(app, {
    ...shared,
    of: paths.rights,
    body: { email: EmailIn, create_tenants: Maybe(BooleanIn), super_user: Maybe(BooleanIn) },
    act: async ({ request: { tenant, actor } }, _, { email, ...ticked }) => {
      const rights = serverRights.filter((right) => ticked[right] ?? false)
      if (rights.length > 0) await giveRights(context, tenant, actor, { email, rights })
    },
  })
  actionPage(app, {
    ...shared,
    of: paths.serverPeopleTaken,
    body: { email: EmailIn, right: EnumIn(serverRights) },
    act: ({ request: { tenant, actor } }, _, { email, right }) =>
      takeRights(context, tenant, actor, { email, rights: [right] }),
  })
}

function showPeople(asked: Asked, accounts: readonly Account[]): string {
  const { language } = asked.request
  const words = rootTexts[language].people
  const { columns, rights } = words
  return showRootRoom(
    asked,
    { title: words.title, room: 'people', lead: words.lead },
    <DataTable
      label={words.title}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.email, show: ({ id, email }) => <span id={id}>{email}</span> },
        {
          name: columns.rights,
          show: (account) =>
            heldBy(account)
              .map((right) => rights[right])
              .join(', '),
        },
        { name: columns.take, show: (account) => <Take account={account} /> },
      ]}
    />,
    <h2>{words.give}</h2>,
    <form class="narrow" method="post" action={paths.rights}>
      <EmailField label={words.email} />
      {serverRights.map((right) => (
        <label key={right} class="check">
          <input type="checkbox" name={right} value="true" />
          {rights[right]}
        </label>
      ))}
      <Submit>{words.giveButton}</Submit>
    </form>,
  )
}

function Take({ account }: { readonly account: Account }) {
  const { take, asks } = useTexts(rootTexts).people
  const { email } = account
  return (
    <div class="actions">
      {heldBy(account).map((right) =>
        right === 'super_user' ? (
          <Deletion
            key={right}
            action={paths.serverPeopleTaken}
            sends={{ email, right }}
            title={take[right]}
            help={asks({ email })}
            button={`${take[right]}: ${email}`}
          />
        ) : (
          <ActionButton
            key={right}
            action={paths.serverPeopleTaken}
            sends={{ email, right }}
            label={`${take[right]}: ${email}`}
          >
            {take[right]}
          </ActionButton>
        ),
      )}
    </div>
  )
}

function heldBy({ isSuperUser, canCreateTenants }: Account): readonly ServerRight[] {
  const held = { super_user: isSuperUser, create_tenants: canCreateTenants }
  return serverRights.filter((right) => held[right])
}
