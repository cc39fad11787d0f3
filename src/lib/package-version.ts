import manifest from '../../package.json' with { type: 'json' }

/** The version of what runs, as it was released. */
export const packageVersion = manifest.version
