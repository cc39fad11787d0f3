import { signOut } from '../../features/account/sign-out.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { accountTexts } from '../../messages/site/account.ts'
import { forgetPlacesScript } from '../../pages/forget-places-script.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Back } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { forgetSession, formerSession } from '../sign-in/open-session.ts'

const pages = pageSection({ url: visitorPaths.signOut, beforeApproval: true })

/** Sign-out, also from a session that still waits for a passkey. */
export const registerSignOut = pages.register

pages.post('', {
  handler: async ({ context, tenant, language, request, reply }) => {
    const session = formerSession(request)
    if (session !== null) await signOut(context, tenant.id, session)
    forgetSession(request, reply)
    const words = accountTexts[language]
    return showNarrow(
      { request, reply },
      { title: words.signedOutTitle, lead: words.signedOut, scriptPath: forgetPlacesScript.path },
      <Back to={visitorPaths.signIn}>{words.signInAgain}</Back>,
    )
  },
})

export function SignOut() {
  return <ActionButton action={visitorPaths.signOut}>{useTexts(accountTexts).signOut}</ActionButton>
}
