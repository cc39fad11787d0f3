import { resolve } from 'node:path'
import { namesOf } from '../integrations/backups/backup-key.ts'
import { openBackup, openerFor, requireWhole } from '../integrations/backups/backups.ts'
import { defineCommand } from './command.ts'
import { identityOption, readIdentity } from './identity.ts'
import { operand } from './options.ts'

/** Verifies a backup without a service: it may lie on any machine. */
export const command = defineCommand({
  options: identityOption,
  operand: operand('<directory>', 'a backup, as "guichet backup" made it'),
  async run({ options, operand: name, log }) {
    const directory = resolve(name)
    const manifest = await openBackup(directory)
    const keys = await readIdentity(options, log)
    const opener = keys && openerFor(manifest, keys)
    await requireWhole(directory, manifest, opener)
    const { madeAt, tenants, rows, images, digest, encryptedTo = [] } = manifest
    const images_checked = digest !== undefined
    const opened = encryptedTo.length === 0 || opener !== null
    const said = `as of ${madeAt}: ${tenants} organisations, ${rows} rows`
    return {
      json: {
        made_at: madeAt,
        organisations: tenants,
        rows,
        images,
        images_checked,
        encrypted_to: encryptedTo,
        opened,
      },
      text: !opened
        ? `Whole, not opened, ${said}, ${images} images by what it says of itself. Every file is as it was written, encrypted to ${namesOf(encryptedTo)}; with its private key, --identity <file>, it is read to its end.`
        : images_checked
          ? `Whole, ${said}, ${images} images.`
          : `All rows can be read, ${said}. It was made before digests were noted, so nobody knows whether its ${images} images are as they were.`,
    }
  },
})
