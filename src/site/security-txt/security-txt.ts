import { AppError } from '../../errors.ts'
import { languages } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { pageSection } from '../../pages/page-section.ts'

const dayMs = 86_400_000
/**
 * Days until the file expires. RFC 9116 advises less than a year: people who copied it should ask again while the contact is still true.
 */
const goodForDays = 90

const pages = pageSection({ url: visitorPaths.securityTxt, beforeApproval: true })

/**
 * Says whom to tell of a vulnerability (RFC 9116), at every host that answers: in the server, not in the organisation there. Without
 * SECURITY_CONTACT it is the address that Root shows; without either there is nobody to name.
 */
export const registerSecurityTxt = pages.register

pages.get('', {
  handler: async ({ context: { config, directory, urls, now }, request, reply }) => {
    const contact = config.securityContact ?? mailto((await directory.find(config.domain))?.tenant.email)
    if (contact === null) throw new AppError('not_found')
    // Rounded to the day, so that the file is the same all day.
    const today = Math.floor(now().getTime() / dayMs) * dayMs
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(today + goodForDays * dayMs).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      // The address at which the file was found has to be among these.
      ...[...new Set([urls.base(null), request.base])].map((base) => `Canonical: ${base}${visitorPaths.securityTxt}`),
    ]
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
    return `${lines.join('\n')}\n`
  },
})

function mailto(email: string | null | undefined): string | null {
  return email ? `mailto:${email}` : null
}
