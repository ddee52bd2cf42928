import fc from 'fast-check';

// Seeds all property tests: `npm test` generates the same values every time, and `npm run explore` sets a random seed for
// each of its rounds.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261120) });
