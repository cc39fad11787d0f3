import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { Maybe, NullableTextOut, Text, TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { PostalCodeOut, presentPostalCode } from './postal-code.ts'
import { ArchivedOut, registerEntries } from './programme-entries.ts'

const LocationOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Le Bikini'),
    adress: withExample(NullableTextOut, '1 Market Square'),
    postal_code: PostalCodeOut,
    postal_code_text: withExample(NullableTextOut, '31520'),
    city: withExample(NullableTextOut, 'Toulouse'),
    archived: ArchivedOut,
  },
  { title: 'Location' },
)

export function registerLocations(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'location',
    url: '/api/locations/',
    one: 'a location',
    many: 'locations',
    description:
      'Where events take place. A venue has exactly one, whose address is that of the organisation; a festival has one or more, the others any number.',
    fields: Type.Object({
      name: Text({ max: 200, example: 'Town hall' }),
      adress: Maybe(Text({ max: 250, example: '1 Market Square' })),
      postal_code: Maybe(Text({ max: 20, example: '69001' })),
      city: Maybe(Text({ max: 100, example: 'Lyon' })),
    }),
    out: LocationOut,
    wireNames: { address: 'adress', postalCode: 'postal_code' },
    read: (body) => ({
      name: body.name,
      address: body.adress,
      postalCode: body.postal_code,
      city: body.city,
    }),
    present: (location) => ({
      uuid: location.id,
      name: location.name,
      adress: location.address,
      postal_code: presentPostalCode(location.postalCode),
      postal_code_text: location.postalCode,
      city: location.city,
      archived: location.archived,
    }),
  })
}
