import type { Challenge } from 'altcha-lib'
import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { proveTexts } from '../../messages/site/prove.ts'
import { showCodePage } from '../../pages/form/code-form.tsx'
import { showNarrow } from '../../pages/page.ts'
import { Submit } from '../../pages/parts.tsx'
import { solvingParts, solvingScript } from './solving-script.ts'
import type { Asked } from '../../http/route.ts'

/** A booking that waits to be sent again; only the page keeps it. */
type Waiting = {
  readonly event: Pick<PublishedEvent, 'name' | 'slug'>
  readonly email: string
  /** The body of the form as it was read. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Shows what a stranger sees who books while many do (ADR 0246): a browser with script solves the challenge and sends the form again;
 * without it, a code is mailed. After a refused solution the next begins at the press of a button, so that no browser works for ever.
 */
export function showChallenge(
  asked: Asked,
  { event, email, body }: Waiting,
  challenge: { readonly asked: Challenge; readonly isFirst: boolean },
): string {
  const words = proveTexts[asked.request.language]
  const parts = {
    [solvingParts.challenge]: JSON.stringify(challenge.asked),
    ...(challenge.isFirst ? { [solvingParts.atOnce]: '' } : {}),
  }
  return showNarrow(
    asked,
    { title: words.title, lead: words.lead({ event: event.name }), scriptPath: solvingScript.path },
    <>
      <form method="post" action={pathOf(event)} {...parts}>
        <Kept body={body} />
        <input type="hidden" name="altcha" value="" />
        <p class="notice" role="status" hidden {...{ [solvingParts.working]: '' }}>
          {words.solving}
        </p>
        <button class="button" type="button" hidden {...{ [solvingParts.begin]: '' }}>
          {words.solve}
        </button>
        <p>{words.mail({ email })}</p>
        <Submit look="quiet" name="by_mail" value="1">
          {words.mailButton}
        </Submit>
      </form>
      <p class="muted small">{words.nothingHeld}</p>
    </>,
  )
}

/** Says what to do once the code is mailed. */
export function showBookingCode(
  asked: Asked,
  { event, email, body }: Waiting,
  { handle, triesLeft }: { readonly handle: string; readonly triesLeft: number | null },
): string {
  const words = proveTexts[asked.request.language]
  const problem = triesLeft === null ? null : triesLeft > 0 ? words.codeWrong({ left: triesLeft }) : words.codeEnded
  const again = (
    <form method="post" action={pathOf(event)}>
      <Kept body={body} />
      <Submit look="quiet" name="by_mail" value="1">
        {words.again}
      </Submit>
    </form>
  )
  const sent = { action: pathOf(event), email, handle, problem, again, words }
  return showCodePage(asked, sent, <Kept body={body} but="email" />)
}

function pathOf({ slug }: Waiting['event']): string {
  return at(visitorPaths.eventBooking, { slug })
}

/** The fields of proofs, which are not kept from one sending to the next. */
const proofs: ReadonlySet<string> = new Set(['altcha', 'by_mail', 'handle', 'code'])

/** The hidden fields for what was typed, in its order; empty ones of a list keep their place. */
function Kept({ body, but }: { readonly body: Waiting['body']; readonly but?: string }) {
  return Object.entries(body)
    .filter(([name]) => name !== but && !proofs.has(name))
    .flatMap(([name, values]) =>
      [values]
        .flat()
        .map((value, index) => (
          <input key={`${name} ${index}`} type="hidden" name={name} value={String(value ?? '')} />
        )),
    )
}
