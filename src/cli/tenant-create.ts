import { Option } from 'commander'
import type { Context } from '../context.ts'
import { createTenant, type NewTenant } from '../features/tenant/create-tenant.ts'
import { categoryOfLetter } from '../http/api/place-wire.ts'
import { newId } from '../lib/ids.ts'
import { type Language, languages } from '../lib/language.ts'
import { slugify } from '../lib/text.ts'
import { email, slug, text, webAddress } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { WrongUsageError } from './explain-failure.ts'

type Options = {
  readonly organisation: string
  readonly category: keyof typeof categoryOfLetter
  readonly email: string
  readonly slug?: string
  readonly shortDescription?: string
  readonly longDescription?: string
  readonly address?: string
  readonly postalCode?: string
  readonly city?: string
  readonly phone?: string
  readonly website?: string
  readonly imageUrl?: string
  readonly logoUrl?: string
  readonly language?: Language
}

export const tenantCreate = serviceCommand<Options>({
  define: (command) =>
    command
      .requiredOption('--organisation <name>', 'its name', text(50))
      .addOption(
        new Option(
          '--category <letter>',
          'S venue, F festival, A project, P producer, M meta (R root: exists already)',
        )
          .choices(Object.keys(categoryOfLetter))
          .makeOptionMandatory(),
      )
      .requiredOption('--email <address>', 'its first administrator, who gets a sign-in link by mail', email)
      .option('--slug <label>', 'label under DOMAIN; made from the name when not given', slug)
      .option('--short-description <text>', 'one line', text(250))
      .option('--long-description <text>', 'as long as needed', text(20_000, { multiline: true }))
      .option('--address <text>', 'street and number', text(250))
      .option('--postal-code <text>', 'postal code', text(15))
      .option('--city <text>', 'city', text(100))
      .option('--phone <text>', 'telephone', text(30))
      .option('--website <url>', 'its own site', webAddress)
      .option('--image-url <url>', 'image, fetched once', webAddress)
      .option('--logo-url <url>', 'logo, fetched once', webAddress)
      .addOption(new Option('--language <code>', 'language of its pages and mails').choices(languages)),
  async run(context, { options }) {
    const tenant = await createTenant(context, await newTenant(context, options))
    const baseUrl = context.urls.base(tenant.host)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, base_url: baseUrl },
      text: `${tenant.organisation} answers at ${baseUrl} (slug ${tenant.slug}, uuid ${tenant.id})`,
    }
  },
})

/** Images come in before the transaction: fetching is slow, and a bad one means that no tenant is made. */
async function newTenant({ images }: Pick<Context, 'images'>, options: Options): Promise<NewTenant> {
  if (slugify(options.slug ?? options.organisation) === '')
    throw new WrongUsageError(
      'error: nothing of the name can be the slug: give one letter or digit, or --slug',
    )
  const { category, imageUrl, logoUrl, ...fields } = options
  const id = newId()
  return {
    ...fields,
    id,
    category: categoryOfLetter[category],
    imageKey: imageUrl === undefined ? null : await images.fromUrl(id, imageUrl, 'image'),
    logoKey: logoUrl === undefined ? null : await images.fromUrl(id, logoUrl, 'logo'),
  }
}
