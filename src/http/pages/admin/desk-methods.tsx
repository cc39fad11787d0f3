import { type DeskMethod, deskMethods } from '../../../features/payment/payment.ts'

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
