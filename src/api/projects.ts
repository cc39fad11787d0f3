import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { Maybe, NullableTextOut, Text, TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { ArchivedOut, registerEntries } from './programme-entries.ts'

const ProjectOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Spring tour'),
    short_description: withExample(NullableTextOut, 'Twelve dates in eight towns'),
    long_description: withExample(NullableTextOut, null),
    archived: ArchivedOut,
  },
  { title: 'Project' },
)

export function registerProjects(app: FastifyInstance, context: Context): void {
  registerEntries(app, context, {
    noun: 'project',
    url: '/api/projects/',
    one: 'a project',
    many: 'projects',
    description: 'What a producer tours with. A producer has one or more, the others none.',
    fields: Type.Object({
      name: Text({ max: 200, example: 'The winter tale' }),
      short_description: Maybe(Text({ max: 250, example: 'Twelve dates in eight towns' })),
      long_description: Maybe(
        Text({ max: 20_000, multiline: true, example: 'From the coast to the mountains, by train.' }),
      ),
    }),
    out: ProjectOut,
    read: (body) => ({
      name: body.name,
      shortDescription: body.short_description,
      longDescription: body.long_description,
    }),
    present: (project) => ({
      uuid: project.id,
      name: project.name,
      short_description: project.shortDescription,
      long_description: project.longDescription,
      archived: project.archived,
    }),
  })
}
