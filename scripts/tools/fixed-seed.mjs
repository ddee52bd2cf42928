import fc from 'fast-check';

// Seeds all property tests: `npm test` generates the same values every time, and `npm run test:long` sets
// random seeds.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261120) });
