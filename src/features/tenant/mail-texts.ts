import { signInTexts } from '../../messages/mail/sign-in.ts'
import { tenantTexts } from '../../messages/mail/tenant.ts'
import { defineLetter } from '../mail/letter.ts'

type Welcome = {
  readonly organisation: string
  readonly url: string
  readonly sells: boolean
  /** The name of the API key that was made with it; null: none was. */
  readonly keyName: string | null
}

/** The mail to the first administrator of a new tenant. */
export const welcomeLetter = defineLetter(
  'welcome_administrator',
  tenantTexts,
  ({ welcome: said }, welcome: Welcome) => ({
    subject: said.subject(welcome),
    title: said.title(welcome),
    paragraphs: [said.text(welcome)],
    action: { label: said.action(welcome), url: welcome.url },
    notes: [said.note, ...(welcome.keyName === null ? [] : [said.key({ name: welcome.keyName })])],
  }),
)

type NewOrganisation = { readonly organisation: string; readonly url: string; readonly digits: string }

/** The mail to somebody who asked for an organisation with the form: nothing is made before they answer. */
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
  /** The digits of the code; null: it was asked for where their code is not good, at an own domain of the organisation. */
  readonly digits: string | null
}

/** The mail to somebody who asked to sign in with this address. The code comes first: a phone shows it without opening the mail. */
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
  /** The device in words; null: it is not known. */
  readonly device: string | null
  /** The address of the page where all other sessions can be ended. */
  readonly url: string
}

/** The mail to somebody who works here, when their account was signed in to with a browser that was not seen here before. */
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
