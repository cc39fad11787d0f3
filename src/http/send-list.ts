import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Actor } from '../features/account/actor.ts'
import type { ExportWords } from '../features/export/export-source.ts'
import { type ExportOrder, takeList } from '../features/export/take-list.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { Language } from '../lib/language.ts'
import { localDate } from '../lib/time.ts'
import { announceFile } from './send-file.ts'
import { closingTexts } from '../messages/documents/closing.ts'
import { exportTexts } from '../messages/office/export.ts'
import { reservationsTexts } from '../messages/office/reservations.ts'

type Asked = {
  readonly tenant: Tenant
  readonly actor: Actor
  readonly language: Language
  readonly reply: FastifyReply
}

/** Sends a list as a file, in the language of the person who exports it. @throws AppError as `takeList` */
export async function sendList(
  context: Pick<Context, 'database' | 'now'>,
  { tenant, actor, language, reply }: Asked,
  asked: Omit<ExportOrder, 'words'>,
): Promise<Readable> {
  const { list, form } = asked
  const texts = exportTexts[language]
  const words = { sheet: texts.lists[list].name, columns: texts.columns, values: valuesIn(language) }
  const file = await takeList(context, tenant, actor, { ...asked, words })
  const day = localDate(context.now(), tenant.timeZone)
  announceFile(reply, `${list}-${day}`, form === 'xlsx' ? 'xlsx' : 'csv')
  return Readable.from(file)
}

function valuesIn(language: Language): ExportWords {
  const { free, ...values } = exportTexts[language].values
  const methods = { ...closingTexts[language].methods, free }
  return { ...values, reservations: reservationsTexts[language].states, methods }
}
