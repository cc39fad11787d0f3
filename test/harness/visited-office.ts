import { afterAll } from 'vitest'
import { startBrowser, type TestBrowser } from './browser.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { openPaidOffice, type PaidOffice } from './payments.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'
import { type StripeServer, type StripeSession, startStripe } from './stripe-server.ts'
import { serve } from './two-tenants.ts'

type VisitedOffice = {
  readonly server: TestServer
  readonly mail: MailServer
  readonly stripe: StripeServer
  readonly browser: TestBrowser
  readonly hall: PaidOffice['office']
  /** The address of the page of an event of the hall. */
  addressOf(event: string): Promise<string>
  /** The session at Stripe that was opened last: the one whose page the browser shows. */
  lastSession(): StripeSession
}

/**
 * Opens an organisation as people with a browser meet it: with real mail, and paid at a provider that speaks Stripe; it ends after
 * the tests of the file.
 */
export async function openVisitedOffice(organisation: string): Promise<VisitedOffice> {
  const [mail, stripe] = [await startMailServer(), await startStripe()]
  afterAll(async () => {
    await mail.stop()
    await stripe.stop()
  })
  const environment = { SMTP_URL: mail.url, STRIPE_API_URL: stripe.url }
  return serve({ environment }, async ({ server }) => {
    const { office: hall } = await openPaidOffice(server, stripe, organisation)
    const browser = await startBrowser()
    afterAll(() => browser.close())
    return {
      server,
      mail,
      stripe,
      browser,
      hall,
      async addressOf(event) {
        const { slug } = (await hall.get(`/api/events/${event}/`)).json
        return `${originOf(server, hall.slug)}/events/${slug}/`
      },
      lastSession() {
        const session = [...stripe.sessions.values()].at(-1)
        if (!session) throw new Error('no session was made')
        return session
      },
    }
  })
}
