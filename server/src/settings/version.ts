import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product: only package.json of the repository says it, and `npm version` changes it there. */
export const { version } = manifest;
