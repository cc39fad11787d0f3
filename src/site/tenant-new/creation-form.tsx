import type { WishedTenant } from '../../features/tenant/request-tenant.ts'
import { longestTexts, sellingCategories } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { CategoryKinds } from '../../pages/form/category-kinds.tsx'
import { EmailField, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { slugParts } from './slug-script.ts'

/** What was typed, as it was typed. */
export type FilledCreation = Readonly<
  Record<'organisation' | 'category' | 'address' | 'postal_code' | 'city' | 'slug' | 'email' | 'email_again', string>
>

/** The kinds that somebody may choose: a calendar of its own is for whoever runs the server to give. */
export function offeredKinds(isSuperUser: boolean): readonly WishedTenant['category'][] {
  return isSuperUser ? [...sellingCategories, 'meta'] : sellingCategories
}

type CreationFormProps = {
  readonly filled: FilledCreation
  readonly kinds: readonly WishedTenant['category'][]
  readonly stamp: string
  /** Whether the address is free, as the server just looked; null: it did not. */
  readonly slug: { readonly free: boolean; readonly said: string } | null
  readonly domain: string
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

/** The whole form on one page. Complete without script; with it the address is looked at while it is typed. */
export function CreationForm(props: CreationFormProps) {
  const { filled, kinds, stamp, problems, language } = props
  const words = tenantNewTexts[language]
  return (
    // What is wrong is said by the page, all of it at once, in its language.
    <form method="post" action="/tenant/new/" noValidate {...{ [slugParts.ask]: '/tenant/new/address/' }}>
      <Problems problems={problems} title={words.refused} />
      <input type="hidden" name="stamp" value={stamp} />
      {/* People never see it; a program that fills in every field does. */}
      <div class="trap">
        <label for="homepage">{words.trap}</label>
        <input id="homepage" name="homepage" autocomplete="off" tabIndex={-1} />
      </div>
      <Field
        id="organisation"
        label={words.organisation}
        help={words.organisationHelp}
        autocomplete="organization"
        problems={problems}
        value={filled.organisation}
        maxLength={longestTexts.organisation}
        required
      />
      <CategoryKinds
        label={words.kind}
        help={words.kindHelp}
        categories={kinds}
        chosen={filled.category}
        problems={problems}
        language={language}
      />
      <h2>{words.where}</h2>
      <p class="muted">{words.whereHelp}</p>
      <Place {...props} />
      <h2>{words.you}</h2>
      <EmailField label={words.email} help={words.emailHelp} problems={problems} value={filled.email} />
      <EmailField id="email_again" label={words.emailAgain} problems={problems} value={filled.email_again} />
      <h2>{words.slugTitle}</h2>
      <Slug {...props} />
      {/* The first is what the Enter key presses. */}
      <div class="actions">
        <button class="button" type="submit">
          {words.button}
        </button>
        <button class="button quiet" type="submit" name="check" value="true" {...{ [slugParts.instead]: '' }}>
          {words.checkSlug}
        </button>
      </div>
    </form>
  )
}

function Slug({ filled, slug, domain, problems, language }: CreationFormProps) {
  const words = tenantNewTexts[language]
  return (
    <>
      <Field
        id="slug"
        label={words.slug}
        help={words.slugHelp({ domain })}
        autocapitalize="none"
        autocomplete="off"
        problems={problems}
        value={filled.slug}
        maxLength={63}
      />
      <p role="status" class={slug?.free ? 'valid' : 'problem'} {...{ [slugParts.answer]: '' }}>
        {slug?.said}
      </p>
    </>
  )
}

function Place({ filled, problems, language }: CreationFormProps) {
  const words = tenantNewTexts[language]
  const given = { problems, note: words.optional }
  return (
    <>
      <Field
        id="address"
        label={words.address}
        autocomplete="street-address"
        value={filled.address}
        maxLength={longestTexts.address}
        {...given}
      />
      <div class="pair">
        <Field
          id="postal_code"
          label={words.postalCode}
          autocomplete="postal-code"
          value={filled.postal_code}
          maxLength={longestTexts.postalCode}
          {...given}
        />
        <Field
          id="city"
          label={words.city}
          autocomplete="address-level2"
          value={filled.city}
          maxLength={longestTexts.city}
          {...given}
        />
      </div>
    </>
  )
}
