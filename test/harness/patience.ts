/**
 * How long to wait for something that must come. The limit only ends a wait for what never comes: a machine that is slow, or
 * busy with something else, is no defect.
 */
export const patienceMs = 60_000
