import type { Logger as Log } from 'pino'
import type { Context } from '../context.ts'
import { BackupError } from '../db/backup/backup-error.ts'
import type { Attempt } from '../features/mail/send-mail.ts'
import { tellOfBackup } from '../features/tenant/tell-of-backup.ts'

export type JobLog = Pick<Log, 'info' | 'warn' | 'error'>

/**
 * One more backup, and none longer than BACKUP_DAYS; those from before go only once the new one was read back. Super-users are
 * told of a night without one.
 */
export async function makeDailyBackup(context: Context, attempt: Attempt, log: JobLog): Promise<void> {
  const { backups, config, now } = context
  if (config.backupDays === 0) return
  try {
    const { name, tenants, rows, images, bytes } = await backups.make(now())
    log.info({ backup: name, organisations: tenants, rows, images, bytes }, 'a backup was made and read back')
    await backups.removeOlderThan(config.backupDays, now())
  } catch (error) {
    const why = explain(error)
    log.error({ why }, 'the daily backup failed')
    if (attempt.isLast) await tellOfBackup(context, why)
    throw error
  }
}

/** Explains an error without what a database says of rows, which may name somebody. */
function explain(error: unknown): string {
  const { code, syscall, message, name } = error as NodeJS.ErrnoException
  return error instanceof BackupError || syscall !== undefined ? message : (code ?? name)
}
