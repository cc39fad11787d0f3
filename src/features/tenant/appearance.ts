/** Whether an organisation shows, on its own calendar, an event of another one that names it as artist. */
export const appearanceStates = ['waiting', 'agreed', 'refused'] as const
export type AppearanceState = (typeof appearanceStates)[number]
/** What its people decide, at any time and otherwise than before. */
export type AppearanceDecision = Exclude<AppearanceState, 'waiting'>
