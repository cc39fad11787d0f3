import { pageScript } from './page-script.ts'

/**
 * Forgets what lists of the administration remember in the tab (`listPlaceScript`): a search may name somebody, and whoever signs in next may
 * be somebody else.
 */
export const forgetPlacesScript = pageScript(() => sessionStorage.clear(), null)
