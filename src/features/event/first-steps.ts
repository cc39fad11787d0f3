/** What an organisation can do without, in the order in which it is asked. */
export const optionalSteps = ['capacity', 'payment', 'picture', 'legal', 'team', 'device'] as const
export type OptionalStep = (typeof optionalSteps)[number]

/** Everything until the first person can buy a ticket and come in; the first three alone let them buy it. */
const firstSteps = ['event', 'price', 'published', ...optionalSteps] as const
export type FirstStep = (typeof firstSteps)[number]

type StepState = 'done' | 'skipped' | 'open'

/** The steps that are asked of an organisation, and the events that they are about. */
export type FirstSteps = {
  readonly steps: readonly { readonly step: FirstStep; readonly state: StepState; readonly isOptional: boolean }[]
  /** The event that was made last; null: there is none. */
  readonly eventId: string | null
  /** The one that was made last of those with a price. */
  readonly pricedEventId: string | null
}

type Found = {
  readonly done: ReadonlySet<FirstStep>
  readonly skipped: ReadonlySet<string>
  /** What does not apply here: payment where nothing costs anything. */
  readonly notAsked: ReadonlySet<FirstStep>
}

export function stepsOf({ done, skipped, notAsked }: Found): FirstSteps['steps'] {
  return firstSteps
    .filter((step) => !notAsked.has(step))
    .map((step) => {
      const isOptional = isOptionalStep(step)
      const state = done.has(step) ? 'done' : isOptional && skipped.has(step) ? 'skipped' : 'open'
      return { step, state, isOptional }
    })
}

export function isOptionalStep(step: string): step is OptionalStep {
  return (optionalSteps as readonly string[]).includes(step)
}
