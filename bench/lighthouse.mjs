// Lighthouse, mobile profile, on the public pages of the started product; then the two visits on a slow line. Prints the
// figures beside their targets and ends with 1 where one is missed. `npm run bench:web`.
import lighthouse from 'lighthouse';
import { withProduct } from './browser.mjs';
import { measureSlowLine } from './slow-line.mjs';

const PAGES = ['/', '/pharmacies', '/login'];
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const names = Object.keys(TARGETS);
let missed = 0;

await withProduct(async ({ address, browser, debugPort }) => {
  console.log(`Lighthouse, mobile\n\n${'page'.padEnd(16)}${names.map((name) => name.padStart(16)).join('')}`);
  for (const page of PAGES) {
    const run = await lighthouse(`${address}${page}`, {
      port: debugPort,
      output: 'json',
      logLevel: 'error',
      onlyCategories: names,
    });
    const { categories, audits } = run.lhr;
    const scores = names.map((name) => Math.round((categories[name].score ?? 0) * 100));
    console.log(page.padEnd(16) + scores.map((score) => String(score).padStart(16)).join(''));
    const timings = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    console.log(`  ${timings.map((name) => `${name} ${audits[name].displayValue}`).join(' · ')}`);
    for (const [at, name] of names.entries()) {
      if (scores[at] >= TARGETS[name]) continue;
      missed += 1;
      console.log(`  ${name}: ${scores[at]} of ${TARGETS[name]}`);
      for (const { id } of categories[name].auditRefs) {
        const { score, displayValue, title } = audits[id];
        if (score !== null && score < 1) console.log(`    ${id}: ${title} ${displayValue ?? ''}`);
      }
    }
  }
  missed += await measureSlowLine({ address, browser });
});
process.exitCode = missed === 0 ? 0 : 1;
