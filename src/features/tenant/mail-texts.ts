import { signInTexts } from '../../messages/mail/sign-in.ts'
import { tenantTexts } from '../../messages/mail/tenant.ts'
import { defineLetter } from '../mail/letter.ts'

type Welcome = { readonly organisation: string; readonly url: string; readonly sells: boolean }

/** To the first administrator of a new tenant. */
export const welcomeLetter = defineLetter(
  'welcome_administrator',
  tenantTexts,
  ({ welcome: said }, welcome: Welcome) => ({
    subject: said.subject(welcome),
    title: said.title(welcome),
    paragraphs: [said.text(welcome)],
    action: { label: said.action(welcome), url: welcome.url },
    notes: [said.note],
  }),
)

type NewOrganisation = { readonly organisation: string; readonly url: string; readonly digits: string }

/** To whoever asked for an organisation with the form: nothing exists before they answer. */
export const confirmOrganisationLetter = defineLetter(
  'confirm_organisation',
  tenantTexts,
  ({ confirm: said }, { organisation, url, digits }: NewOrganisation) => ({
    subject: said.subject({ organisation, digits: spaced(digits) }),
    title: said.title({ organisation }),
    paragraphs: [said.text],
    code: spaced(digits),
    action: { label: said.action, url },
    notes: [said.once, said.stranger],
  }),
)

type SignIn = {
  readonly organisation: string
  readonly url: string
  /** Null: asked for where no code of theirs is good, at a domain of the organisation's own. */
  readonly digits: string | null
}

/** To whoever asked to sign in with this address. The code comes first: a phone shows it without opening the mail. */
export const signInLetter = defineLetter(
  'sign_in',
  signInTexts,
  ({ signIn: said }, { organisation, url, digits }: SignIn) => ({
    subject: said.subject({ organisation, digits: digits && spaced(digits) }),
    title: said.title({ organisation }),
    paragraphs: [digits === null ? said.byLink : said.type],
    code: digits && spaced(digits),
    action: { label: digits === null ? said.link : said.orLink, url },
    notes: [said.once, digits === null ? said.strangerToLink : said.stranger],
  }),
)

/** Eight digits in two halves, as they are read and typed. */
function spaced(digits: string): string {
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}

type NewBrowser = {
  readonly organisation: string
  readonly when: string
  /** Null: it said nothing that is known. */
  readonly device: string | null
  /** Where all other sessions are ended. */
  readonly url: string
}

/** To whoever works here, when somebody signed in as them with a browser that was not seen here before. */
export const newBrowserLetter = defineLetter(
  'new_browser',
  signInTexts,
  ({ newBrowser: said }, { organisation, when, device, url }: NewBrowser) => ({
    subject: said.subject({ organisation }),
    title: said.title,
    paragraphs: [said.text],
    facts: [
      [said.where, organisation],
      [said.when, when],
      [said.browser, device ?? said.unknown],
    ],
    action: { label: said.action, url },
    notes: [said.note],
  }),
)
