import type { Tenant } from '../features/tenant/tenant.ts'

/** A line of how an organisation is reached: its text, and where it leads. */
export type ContactLink = { readonly text: string; readonly href: string }

/** Lists how an organisation is reached by phone and by mail. */
export function contactLinks({ phone, email }: Pick<Tenant, 'phone' | 'email'>): readonly ContactLink[] {
  return [
    ...(phone === null ? [] : [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }]),
    ...(email === null ? [] : [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }]),
  ]
}
