/** What is printed in words and figures is printed in these. */
export const ink = '#000000'
/** Dark enough for a printer without colours. */
export const muted = '#4d4d4d'
export const rule = '#999999'
