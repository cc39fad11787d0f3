import { type DeskMethod, deskMethods } from '../../features/payment/payment.ts'
import { RunningTotal, type RunningTotalProps } from '../../pages/booking/running-total.tsx'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'

/** What stands for a way to pay on the button of what costs nothing: it sells nothing that costs something. */
export const takesNothing = 'nothing'

type Pressed = { readonly method?: DeskMethod | typeof takesNothing | null; readonly seen?: number | null }

/**
 * How it is paid, and the sum that was shown with that. Where no way to pay is shown nothing may be due, whatever was typed
 * since; what costs nothing needs not be seen before.
 *
 * @returns way: null where Enter was pressed, or the button that prices; seen: null where nothing was shown
 */
export function wayOf({ method, seen }: Pressed): { way: DeskMethod | null; seen: number | null } {
  return method === takesNothing ? { way: 'free', seen: null } : { way: method ?? null, seen: seen ?? null }
}

type CheckoutProps = RunningTotalProps & {
  /** Nobody is asked how they pay nothing. */
  readonly costsNothing: boolean
  readonly words: {
    readonly checkTotal: string
    readonly methods: Readonly<Record<DeskMethod, string>>
    /** In the place of the ways to pay, of what costs nothing. */
    readonly handOver: string
  }
}

/** What it comes to, and how that is paid: pressing one of these sells, and nothing else does (ADR 0172). */
export function DeskCheckout({ costsNothing, words, ...total }: CheckoutProps) {
  return (
    <>
      <PriceButton label={words.checkTotal} />
      <div class="checkout ways">
        <RunningTotal {...total} />
        {costsNothing ? (
          <button class="button" type="submit" name="method" value={takesNothing}>
            {words.handOver}
          </button>
        ) : (
          <DeskMethods words={words.methods} />
        )}
      </div>
    </>
  )
}

/** A button for each way to pay at the desk: pressing it is all there is to do. */
export function DeskMethods({ words }: { readonly words: Readonly<Record<DeskMethod, string>> }) {
  const [first] = deskMethods
  return (
    <>
      {deskMethods.map((method) => (
        <button
          key={method}
          class={method === first ? 'button' : 'button quiet'}
          type="submit"
          name="method"
          value={method}
        >
          {words[method]}
        </button>
      ))}
    </>
  )
}

/** The first that sends is what Enter presses in any field: it takes no money, and says what there is to pay. */
function PriceButton({ label }: { readonly label: string }) {
  return (
    <button class="button quiet" type="submit">
      {label}
    </button>
  )
}

type DeskCodeFieldProps = {
  readonly typed: string
  readonly problems: readonly FormProblem[]
  readonly words: { readonly code: string; readonly codeHelp: string }
}

/** A promotional code that somebody shows at the desk, folded up: few do. */
export function DeskCodeField({ typed, problems, words }: DeskCodeFieldProps) {
  return (
    <details open={typed !== ''}>
      <summary>{words.code}</summary>
      <Field
        id="promotional_code"
        label={words.code}
        help={words.codeHelp}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={100}
        problems={problems}
        value={typed}
      />
    </details>
  )
}
