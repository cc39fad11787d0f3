import { Option } from 'commander'
import type { Context } from '../context.ts'
import type { NewTenant } from '../features/tenant/create-tenant.ts'
import { createWithPictures } from '../features/tenant/create-with-pictures.ts'
import { categoryOfLetter } from '../api/place-wire.ts'
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

export const command = serviceCommand<Options>({
  define: (command) =>
    command
      .requiredOption('--organisation <name>', 'its name', text(50))
      .addOption(
        new Option('--category <letter>', 'S venue, F festival, A project, P producer, M meta (R root: exists already)')
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
      .option('--phone <text>', 'phone number', text(30))
      .option('--website <url>', 'its own site', webAddress)
      .option('--image-url <url>', 'image, fetched once', webAddress)
      .option('--logo-url <url>', 'logo, fetched once', webAddress)
      .addOption(new Option('--language <code>', 'language of its pages and mails').choices(languages)),
  async run(context, { options }) {
    const tenant = await createWithPictures(context, newTenant(options), (id) => takePictures(context, id, options))
    const baseUrl = context.urls.base(tenant.host)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, base_url: baseUrl },
      text: `${tenant.organisation} answers at ${baseUrl} (slug ${tenant.slug}, uuid ${tenant.id})`,
    }
  },
})

function newTenant(options: Options): Omit<NewTenant, 'imageKey' | 'logoKey'> {
  if (slugify(options.slug ?? options.organisation) === '')
    throw new WrongUsageError('error: nothing of the name can be the slug: give one letter or digit, or --slug')
  const { category, imageUrl: _image, logoUrl: _logo, ...fields } = options
  return { ...fields, category: categoryOfLetter[category], mailsLimited: false }
}

/** Both are acceptable, or none is kept. */
async function takePictures({ images }: Pick<Context, 'images'>, id: string, { imageUrl, logoUrl }: Options) {
  const image = imageUrl === undefined ? null : await images.readyFromUrl(id, imageUrl, 'image')
  const logo = logoUrl === undefined ? null : await images.readyFromUrl(id, logoUrl, 'logo')
  return { imageKey: (await image?.keep()) ?? null, logoKey: (await logo?.keep()) ?? null }
}
