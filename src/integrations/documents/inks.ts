/** The colour of printed words and figures. */
export const ink = '#000000'
/** Dark enough for a printer without colours. */
export const muted = '#4d4d4d'
export const rule = '#999999'
