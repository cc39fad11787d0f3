import { resolve } from 'node:path'
import { openBackup, requireWhole } from '../integrations/backups/backups.ts'
import { defineCommand } from './command.ts'

/** Without a service: a backup may lie on any machine. */
export const backupVerify = defineCommand({
  define: (command) => command.argument('<directory>', 'a backup, as "guichet backup" made it'),
  async run({ operands: [name = ''] }) {
    const directory = resolve(name)
    const manifest = await openBackup(directory)
    await requireWhole(directory, manifest)
    const { madeAt, tenants, rows, images, digest } = manifest
    const images_checked = digest !== undefined
    return {
      json: { made_at: madeAt, organisations: tenants, rows, images, images_checked },
      text: images_checked
        ? `Whole, as of ${madeAt}: ${tenants} organisations, ${rows} rows, ${images} images.`
        : `All rows can be read, as of ${madeAt}: ${tenants} organisations, ${rows} rows. It was made before digests were noted, so nobody knows whether its ${images} images are as they were.`,
    }
  },
})
