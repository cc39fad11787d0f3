/**
 * How long anything is waited for that must come. It ends what never comes and nothing else: a machine that is slow, or
 * busy with something else, is no defect.
 */
export const patienceMs = 60_000
