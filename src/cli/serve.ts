import { type Announcement, serve } from '../start/serve.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  async run({ config, print, stopping }) {
    await serve(config, {
      stopping: stopping(),
      announce: (announcement) =>
        print({
          json: { url: announcement.url, set_up_url: announcement.setUpUrl, notices: announcement.notices },
          text: announced(announcement),
        }),
    })
    return null
  },
})

function announced({ url, setUpUrl, notices }: Announcement): string {
  if (url === null) return ['Guichet works on jobs.', ...notices].join('\n')
  const setUp = setUpUrl ? [`Set it up here, once: ${setUpUrl}`] : []
  return [`Guichet answers at ${url}`, ...setUp, ...notices].join('\n')
}
