import type { Deps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { tellSuperUsers } from './tell-super-users.ts'

/** Tells every super-user that there is no backup of last night. */
export async function tellOfBackup(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>,
  why: string,
): Promise<void> {
  const url = `${deps.urls.base(null)}/admin/server/backups/`
  await tellSuperUsers(deps, (language) => failedLetter(language, { why, url }))
}

const failedLetter = defineLetter<{ readonly why: string; readonly url: string }>('backup_failed', {
  en: ({ why, url }) => ({
    subject: 'The nightly backup failed',
    title: 'The nightly backup failed',
    paragraphs: [
      'It could not be made, or did not read back as it was written, several times in a row. What was made of it is gone; earlier backups are kept.',
    ],
    facts: [{ label: 'What was said', value: why }],
    action: { label: 'Look at the backups, and make one', url },
  }),
  fr: ({ why, url }) => ({
    subject: 'La sauvegarde de la nuit a échoué',
    title: 'La sauvegarde de la nuit a échoué',
    paragraphs: [
      'Elle n’a pas pu être faite, ou ne se relit pas comme elle a été écrite, plusieurs fois de suite. Ce qui en a été fait est effacé ; les sauvegardes précédentes sont gardées.',
    ],
    facts: [{ label: 'Ce qui a été dit', value: why }],
    action: { label: 'Voir les sauvegardes, et en faire une', url },
  }),
})
