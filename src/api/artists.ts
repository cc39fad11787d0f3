import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { safeLink } from '../lib/safe-link.ts'
import { Maybe, NullableTextOut, Text, TextOut, UrlIn, UuidOut, withExample } from '../http/wire/schemas.ts'
import { ArchivedOut, registerEntries } from './programme-entries.ts'

const ArtistOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Nina’s Choir'),
    short_description: withExample(NullableTextOut, 'Six voices and a piano'),
    long_description: withExample(NullableTextOut, null),
    site_web: withExample(NullableTextOut, 'https://example.org/'),
    archived: ArchivedOut,
  },
  { title: 'Artist' },
)

export function registerArtists(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'artist',
    url: '/api/artists/',
    one: 'an artist',
    many: 'artists',
    description: 'Who plays; an event names its artists with the time of each.',
    fields: Type.Object({
      name: Text({ max: 200, example: 'The Lovelaces' }),
      short_description: Maybe(Text({ max: 250, example: 'Six voices and a piano' })),
      long_description: Maybe(
        Text({ max: 20_000, multiline: true, example: 'They have toured together since 2011.' }),
      ),
      site_web: Maybe(UrlIn),
    }),
    out: ArtistOut,
    read: (body) => ({
      name: body.name,
      shortDescription: body.short_description,
      longDescription: body.long_description,
      website: body.site_web,
    }),
    present: (artist) => ({
      uuid: artist.id,
      name: artist.name,
      short_description: artist.shortDescription,
      long_description: artist.longDescription,
      site_web: safeLink(artist.website),
      archived: artist.archived,
    }),
  })
}
