import { type Announcement, serve } from '../start/serve.ts'
import { defineCommand } from './command.ts'

export const serveCommand = defineCommand({
  define: () => undefined,
  async run({ config, print }) {
    await serve(config, (announcement) =>
      print({
        json: { url: announcement.url, set_up_url: announcement.setUpUrl },
        text: announced(announcement),
      }),
    )
    return null
  },
})

function announced({ url, setUpUrl }: Announcement): string {
  if (url === null) return 'Guichet works on jobs.'
  return [`Guichet answers at ${url}`, ...(setUpUrl ? [`Set it up here, once: ${setUpUrl}`] : [])].join('\n')
}
