import { Type } from 'typebox'
import { UuidIn } from './schemas.ts'

/** A malformed uuid in a path is a 404, like an unknown one (ADR 0035). */
export const UuidParams = Type.Object({ uuid: UuidIn })
