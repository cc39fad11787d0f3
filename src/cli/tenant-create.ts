import type { Context } from '../context.ts'
import type { NewTenant } from '../features/tenant/create-tenant.ts'
import { createWithPictures } from '../features/tenant/create-with-pictures.ts'
import { categoryOfLetter } from '../api/place-wire.ts'
import { languages } from '../lib/language.ts'
import { slugify } from '../lib/text.ts'
import { defined } from '../http/wire/defined.ts'
import { email, slug, text, webAddress } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { WrongUsageError } from './explain-failure.ts'
import { flag, oneOf, optional, required, type ValuesOf } from './options.ts'

const letters = Object.keys(categoryOfLetter) as (keyof typeof categoryOfLetter)[]

const options = {
  '--organisation <name>': required('its name', text(50)),
  '--category <letter>': required(
    'S venue, F festival, A project, P producer, M meta (R root: exists already)',
    oneOf(letters),
  ),
  '--email <address>': required('its first administrator, who gets a sign-in link by mail', email),
  '--slug <label>': optional('label under DOMAIN; made from the name when not given', slug),
  '--short-description <text>': optional('one line', text(250)),
  '--long-description <text>': optional('as long as needed', text(20_000, { multiline: true })),
  '--address <text>': optional('street and number', text(250)),
  '--postal-code <text>': optional('postal code', text(15)),
  '--city <text>': optional('city', text(100)),
  '--phone <text>': optional('phone number', text(30)),
  '--website <url>': optional('its own site', webAddress),
  '--image-url <url>': optional('image, fetched once', webAddress),
  '--logo-url <url>': optional('logo, fetched once', webAddress),
  '--sandbox': flag('to try things in, for ever: test payments, and no mails to visitors'),
  '--language <code>': optional('language of its pages and mails', oneOf(languages)),
}

type Given = ValuesOf<typeof options>

export const command = serviceCommand({
  options,
  async run(context, { options }) {
    const tenant = await createWithPictures(context, newTenant(options), (id, images) =>
      takePictures(images, id, options),
    )
    const baseUrl = context.urls.base(tenant.host)
    const way = `guichet sign-in-link --tenant ${tenant.slug} --email ${options.email}`
    const unmailed =
      context.config.smtpUrl === null
        ? `\nSMTP_URL is not set, so nobody gets a link to sign in: ${way} prints one.`
        : ''
    return {
      json: { uuid: tenant.id, slug: tenant.slug, base_url: baseUrl },
      text: `${tenant.organisation} answers at ${baseUrl} (slug ${tenant.slug}, uuid ${tenant.id})${unmailed}`,
    }
  },
})

function newTenant(options: Given): Omit<NewTenant, 'imageKey' | 'logoKey'> {
  if (slugify(options.slug ?? options.organisation) === '')
    throw new WrongUsageError('error: nothing of the name can be the slug: give one letter or digit, or --slug')
  const { organisation, category, email, imageUrl: _image, logoUrl: _logo, ...more } = options
  return { organisation, category: categoryOfLetter[category], email, mailsLimited: false, ...defined(more) }
}

/** Both are acceptable, or none is kept. */
async function takePictures(images: Pick<Context['images'], 'readyFromUrl'>, id: string, { imageUrl, logoUrl }: Given) {
  const image = imageUrl === undefined ? null : await images.readyFromUrl(id, imageUrl, 'image')
  const logo = logoUrl === undefined ? null : await images.readyFromUrl(id, logoUrl, 'logo')
  return { imageKey: (await image?.keep()) ?? null, logoKey: (await logo?.keep()) ?? null }
}
