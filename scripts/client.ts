/**
 * Makes the package of clients/typescript: its types and the list of its operations from docs/openapi.json, then its dist/ of what is
 * written by hand. What is fresh is left.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import type { OpenAPIV3_1 } from 'openapi-types'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = join(root, 'clients/typescript')
const generated = join(home, 'src/generated')
const stamp = join(generated, 'made-of')
const description = join(root, 'docs/openapi.json')
const methods = ['get', 'post', 'patch', 'delete'] as const

const madeOf = fingerprint()
if (!existsSync(join(home, 'dist/index.js')) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== madeOf)
  await make()

async function make(): Promise<void> {
  rmSync(join(home, 'dist'), { recursive: true, force: true })
  await createClient({
    input: description,
    output: { path: generated, entryFile: false },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  })
  const document = JSON.parse(readFileSync(description, 'utf8')) as OpenAPIV3_1.Document
  writeFileSync(join(generated, 'operations.ts'), operationsModule(document))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', home], { stdio: 'inherit' })
  copyFileSync(join(root, 'LICENSE'), join(home, 'LICENSE'))
  writeFileSync(stamp, madeOf)
}

function operationsModule({ paths = {} }: OpenAPIV3_1.Document): string {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      const name = operation?.operationId
      return operation && name !== undefined ? [{ name, method: method.toUpperCase(), path, operation }] : []
    }),
  )
  const types = found.flatMap(({ name }) => [`${typeOf(name)}Data`, `${typeOf(name)}Responses`])
  const lines = [
    `import type {\n${types.map((type) => `  ${type},\n`).join('')}} from './types.gen.ts'\n`,
    '/** What each operation asks for and answers. */',
    'export type Operations = {',
    ...found.flatMap(({ name, operation: { summary = '', description: more } }) => [
      `  /** ${[`${summary}.`, more]
        .filter((words) => words !== undefined)
        .join(' ')
        .replaceAll('*/', '* /')} */`,
      `  ${name}: { asks: ${typeOf(name)}Data; answers: ${typeOf(name)}Responses[keyof ${typeOf(name)}Responses] }`,
    ]),
    '}\n',
    '/** By name: the method, the path, whether it knows an `Idempotency-Key`, and whether it is a list of pages. */',
    'type Operation = readonly [method: string, path: string, takesKey: boolean, isPaged: boolean]',
    'export const operations: { readonly [Name in keyof Operations]: Operation } = {',
    ...found.map(
      ({ name, method, path, operation }) =>
        `  ${name}: ['${method}', '${path}', ${takes(operation, 'Idempotency-Key')}, ${takes(operation, 'limit')}],`,
    ),
    '}\n',
  ]
  return lines.join('\n')
}

function takes({ parameters = [] }: OpenAPIV3_1.OperationObject, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name)
}

function typeOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function fingerprint(): string {
  const sources = globSync('clients/typescript/{*.json,src/*.ts}', { cwd: root }).toSorted()
  const hash = createHash('sha256')
  for (const file of [...sources, 'docs/openapi.json', 'scripts/client.ts', 'node_modules/.package-lock.json'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
