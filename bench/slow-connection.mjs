import { startSlowLine } from './slow-line.mjs';

/** A typical mobile connection in Cotonou (BENIN.md); throughput in bytes per second. */
const LINE = { latency: 400, throughput: 400_000 / 8 };
const PHONE = { width: 360, height: 740 };
/** Between two keys of someone who types her telephone and password, ms. */
const KEY_MS = 300;
const [LOGIN_MS, ORDERS_MS, DASHBOARD_MS] = [7_000, 5_000, 2_000];

/** Measures the first visit to /login, signing in, and the second visit to /dashboard. Returns the number of missed targets. */
export async function measureSlowConnection({ url, browser }) {
  const line = await startSlowLine(url, LINE);
  const context = await browser.newContext({ viewport: PHONE, baseURL: line.url, locale: 'fr-FR' });
  const page = await context.newPage();
  console.log('\n400 kbit/s, 400 ms\n');

  const login = await timed(async () => {
    await page.goto('/login', { waitUntil: 'commit' });
    // Usable means that the form is hydrated, not only prerendered.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
  });
  const delay = KEY_MS;
  await page.getByRole('textbox', { name: 'Numéro de téléphone' }).pressSequentially('0197000001', { delay });
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('demo-amasin', { delay });
  const orders = await timed(async () => {
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await firstOrder(page).waitFor();
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 });
  await page.close();

  // The second visit: the user opens the site again later.
  const second = await context.newPage();
  const dashboard = await timed(async () => {
    await second.goto('/dashboard', { waitUntil: 'commit' });
    await firstOrder(second).waitFor();
  });
  await context.close();
  line.close();
  return (
    report('/login, first visit, usable', login, LOGIN_MS) +
    report('/login to the last orders', orders, ORDERS_MS) +
    report('/dashboard, second visit, last orders', dashboard, DASHBOARD_MS)
  );
}

const firstOrder = (page) =>
  page
    .getByRole('list', { name: /^(Dernières commandes|Commandes vues)/ })
    .getByRole('link')
    .first();

async function timed(run) {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

/** Prints a measurement and returns 1 if it misses its target. */
function report(what, ms, most) {
  console.log(
    `${what.padEnd(40)}${Math.round(ms).toString().padStart(7)} ms, at most ${most}${ms > most ? '  missed' : ''}`,
  );
  return ms > most ? 1 : 0;
}
