import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { Maybe, NullableUuidOut, Text, TextOut, UuidIn, UuidOut, withExample } from '../http/wire/schemas.ts'
import { ArchivedOut, registerEntries } from './programme-entries.ts'

const StageOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Main stage'),
    location: NullableUuidOut,
    archived: ArchivedOut,
  },
  { title: 'Stage' },
)

export function registerStages(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'stage',
    url: '/api/stages/',
    one: 'a stage',
    many: 'stages',
    description:
      'A stage of a location. A venue has exactly one, a festival one or more, the others any number.',
    fields: Type.Object({
      name: Text({ max: 200, example: 'Main stage' }),
      location: Maybe(UuidIn),
    }),
    out: StageOut,
    read: (body) => ({ name: body.name, locationId: body.location }),
    present: (stage) => ({
      uuid: stage.id,
      name: stage.name,
      location: stage.locationId,
      archived: stage.archived,
    }),
  })
}
