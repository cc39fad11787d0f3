import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { takeImage } from '../../http/take-image.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { explainFields } from './explain.ts'

type SentImage = {
  readonly request: FastifyRequest
  /** Whose picture it is; that of the host where absent. */
  readonly tenant?: Tenant
  /** Whether the picture is to go instead. */
  readonly remove: boolean | null | undefined
  readonly kind?: 'image' | 'logo'
  /** The name of its field on the page, where there are several forms of this kind. */
  readonly field?: string
}

/**
 * Keeps what an ImageForm sent, or nothing.
 *
 * @returns null when it was saved, else what the page says beside the field, with its status
 */
export async function changeImage(
  context: Context,
  { request, tenant = request.tenant, remove, kind = 'image', field = 'img' }: SentImage,
  save: (imageKey: string | null) => Promise<unknown>,
): Promise<{ readonly problems: readonly FormProblem[]; readonly status: number } | null> {
  const { language } = request
  try {
    const imageKey = await takeImage(context, tenant, request, null, kind)
    if (imageKey === null && remove !== true)
      return { problems: [{ field, detail: deskTexts[language].problems.image }], status: 400 }
    await save(imageKey)
    return null
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language, { img: field }) : null
    if (!(error instanceof AppError) || problems === null) throw error
    return { problems, status: errorStatus[error.code] }
  }
}
