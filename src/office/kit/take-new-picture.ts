import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { takeImage } from '../../http/take-image.ts'
import { BooleanIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { explainFields } from './explain.ts'

/** Fields in the body of a form with a `NewPicture`. */
export const newPictureFields = {
  /** The name of a picture that is kept already (`nameOfPicture`). */
  picture: Maybe(TypedText({ max: 100 })),
  no_picture: Maybe(BooleanIn),
}

type Said = { readonly picture?: string | null; readonly no_picture?: boolean | null }

/**
 * Keeps the picture that came with a form, or the one it names. A browser forgets the file that it has sent: whatever else is wrong
 * in the form, a good picture need not be chosen again.
 */
export async function takeNewPicture(
  context: Pick<Context, 'images' | 'media'>,
  request: FastifyRequest,
  said: Said,
): Promise<{ readonly imageKey: string | null; readonly problems: readonly FormProblem[] }> {
  const { tenant, language } = request
  const former = said.no_picture === true ? null : await findPicture(context, tenant.id, said.picture ?? '')
  try {
    return { imageKey: (await takeImage(context, tenant, request, null)) ?? former, problems: [] }
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language) : null
    if (problems === null) throw error
    return { imageKey: former, problems }
  }
}

/** Finds the key of a picture that is kept. Only one of this organisation is found, and anything else is none. */
async function findPicture({ media }: Pick<Context, 'media'>, tenantId: string, name: string): Promise<string | null> {
  const key = `${tenantId}/${name}`
  return (await media.read(variationsOf(key).thumbnail)) === null ? null : key
}
