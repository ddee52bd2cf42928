/** How many cases a test tries: few, or many before a release (`npm run test:long -- --only hostile`). */
export const casesOf = (quick: number, release: number): number =>
  process.env.CASES === 'release' ? release : quick;
