// Node's types are not part of the domain.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** How many random cases a test tries: few in `npm test`, many before a release (`npm run test:long -- --only hostile`). */
export const casesOf = (quick: number, release: number): number =>
  process.env.CASES === 'release' ? release : quick;
