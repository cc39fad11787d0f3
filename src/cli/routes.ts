import { buildApp } from '../start/build-app.ts'
import type { Gate } from '../http/gates.ts'
import { serviceCommand } from './command.ts'

/** Lists every route by its address, and who may call it, for a review of the gates; as JSON also the schemas of what each takes. */
export const command = serviceCommand({
  async run(context) {
    const app = await buildApp(context)
    await app.ready()
    const routes = app.gates
      .map(({ access, ...route }) => ({ ...route, access: gateText(access) }))
      .toSorted((one, other) => one.url.localeCompare(other.url))
    await app.close()
    const text = routes
      .map(
        ({ method, url, access, asksAgain }) =>
          `${method.padEnd(7)} ${url.padEnd(48)} ${access}${asksAgain ? ', asked again' : ''}`,
      )
      .join('\n')
    return { json: { routes }, text }
  },
})

function gateText(access: Gate['access']): string {
  if (access === null) return 'every_host'
  if (access.kind === 'permission') return access.permission
  return access.kind === 'staff' ? `staff:${access.permission}` : access.kind
}
