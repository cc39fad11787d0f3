import type { WishedTenant } from '../../features/tenant/request-tenant.ts'
import { longestTexts, sellingCategories } from '../../features/tenant/tenant.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { CategoryKinds } from '../../pages/form/category-kinds.tsx'
import { EmailField, Field, type PlaceToken, Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Trap } from '../../pages/form/strangers.tsx'
import { Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { slugParts } from './slug-script.ts'

/** The fields as they were typed. */
export type FilledCreation = Readonly<Record<(typeof creationFields)[number], string>>

export const creationFields = [
  'organisation',
  'category',
  'address',
  'postal_code',
  'city',
  'slug',
  'email',
  'email_again',
  'sandbox',
] as const

/** The kinds that may be chosen: only the people who run the server can create a shared calendar. */
export function offeredKinds(isSuperUser: boolean): readonly WishedTenant['category'][] {
  return isSuperUser ? [...sellingCategories, 'meta'] : sellingCategories
}

type CreationFormProps = {
  readonly filled: FilledCreation
  readonly kinds: readonly WishedTenant['category'][]
  readonly stamp: string
  /** Whether the address is free, as the server just found; null: it did not look. */
  readonly slug: { readonly free: boolean; readonly said: string } | null
  readonly domain: string
  readonly problems: readonly FormProblem[]
}

/** Shows the whole form on one page. Complete without script; with it the address is checked while it is typed. */
export function CreationForm(props: CreationFormProps) {
  const { filled, kinds, stamp, problems } = props
  const words = useTexts(tenantNewTexts)
  return (
    // What is wrong is said by the page, all of it at once, in its language.
    <form
      method="post"
      action={visitorPaths.newTenant}
      noValidate
      {...{ [slugParts.ask]: visitorPaths.newTenantAddress }}
    >
      <Problems problems={problems} title={words.refused} />
      <input type="hidden" name="stamp" value={stamp} />
      <Trap label={words.trap} />
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
      />
      <h2>{words.where}</h2>
      <p class="muted">{words.whereHelp}</p>
      <Place {...props} />
      <h2>{words.you}</h2>
      <EmailField label={words.email} help={words.emailHelp} problems={problems} value={filled.email} />
      <EmailField id="email_again" label={words.emailAgain} problems={problems} value={filled.email_again} />
      <h2>{words.slugTitle}</h2>
      <Slug {...props} />
      <Ticks
        id="sandbox"
        label={words.sandbox}
        help={words.sandboxHelp}
        problems={problems}
        options={[['true', words.sandboxTick]]}
        chosen={[filled.sandbox]}
      />
      {/* The first is what the Enter key presses. */}
      <div class="actions">
        <Submit>{words.button}</Submit>
        <button class="button quiet" type="submit" name="check" value="true" {...{ [slugParts.instead]: '' }}>
          {words.checkSlug}
        </button>
      </div>
    </form>
  )
}

function Slug({ filled, slug, domain, problems }: CreationFormProps) {
  const words = useTexts(tenantNewTexts)
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

function Place({ filled, problems }: CreationFormProps) {
  const words = useTexts(tenantNewTexts)
  const field = (
    id: 'address' | 'postal_code' | 'city',
    label: string,
    autocomplete: PlaceToken,
    maxLength: number,
  ) => <Field {...{ id, label, autocomplete, maxLength, problems }} note={words.optional} value={filled[id]} />
  return (
    <>
      {field('address', words.address, 'street-address', longestTexts.address)}
      <div class="pair">
        {field('postal_code', words.postalCode, 'postal-code', longestTexts.postalCode)}
        {field('city', words.city, 'address-level2', longestTexts.city)}
      </div>
    </>
  )
}
