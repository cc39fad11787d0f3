import { Type } from 'typebox'
import { UuidIn } from './schemas.ts'

/** A malformed uuid in a path is a 404, like an unknown one (ADR 0035). */
export const UuidParams = Type.Object({ uuid: UuidIn })
/** The parameters of a link that was mailed to somebody: anyone who has it may see what it leads to. */
export const ProvenParams = Type.Object({ uuid: UuidIn, proof: Type.String({ maxLength: 100 }) })
/** The name of an event in addresses. */
export const SlugParams = Type.Object({ slug: Type.String({ pattern: '^[a-z0-9-]{1,200}$' }) })
