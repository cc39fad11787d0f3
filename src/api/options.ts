import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { Maybe, NullableTextOut, Text, TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { ArchivedOut, registerEntries } from './programme-entries.ts'

const OptionOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Wheelchair place'),
    description: withExample(NullableTextOut, 'Step-free, beside the sound desk'),
    archived: ArchivedOut,
  },
  { title: 'Option' },
)

export function registerOptions(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'ticketOption',
    url: '/api/optionticket/',
    one: 'an option',
    many: 'options',
    description: 'What a person may ask for with a ticket; an event names the options it offers.',
    fields: Type.Object({
      name: Text({ max: 200, example: 'Wheelchair place' }),
      description: Maybe(Text({ max: 250, example: 'Step-free, beside the sound desk' })),
    }),
    out: OptionOut,
    read: (body) => ({ name: body.name, description: body.description }),
    present: (option) => ({
      uuid: option.id,
      name: option.name,
      description: option.description,
      archived: option.archived,
    }),
  })
}
