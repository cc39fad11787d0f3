import type { Context } from '../context.ts'

/** One more backup, and none longer than BACKUP_DAYS; those from before go only once the new one is whole. */
export async function makeDailyBackup({
  backups,
  config,
  now,
}: Pick<Context, 'backups' | 'config' | 'now'>): Promise<void> {
  if (config.backupDays === 0) return
  await backups.make(now())
  await backups.removeOlderThan(config.backupDays, now())
}
