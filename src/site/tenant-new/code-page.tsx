import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { CodeForm } from '../../pages/form/code-form.tsx'
import { showPage } from '../../pages/page.ts'
import type { Asked } from '../../http/route.ts'

type RequestCodePage = {
  readonly email: string
  /** Makes the code good in this browser only. */
  readonly handle: string
  /** What was wrong with the code that was typed. */
  readonly problem: string | null
}

/** What to do once the mail is sent. */
export function showRequestCode(asked: Asked, { email, handle, problem }: RequestCodePage): string {
  const words = tenantNewTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.sentTitle },
    <CodeForm
      action="/tenant/new/code/"
      email={email}
      handle={handle}
      problem={problem}
      again={
        <p>
          <a href="/tenant/new/">{words.again}</a>
        </p>
      }
      words={words}
    />,
  )
}
