/** A typical mobile connection in Cotonou (BENIN.md); throughput in bytes per second. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const PHONE = { width: 360, height: 740 };
const [LOGIN_MS, DASHBOARD_MS] = [5_000, 2_000];

/** Measures the first visit to /login and the second to /dashboard. Returns the number of missed targets. */
export async function measureSlowConnection({ url, browser }) {
  const context = await browser.newContext({ viewport: PHONE, baseURL: url, locale: 'fr-FR' });
  const page = await context.newPage();
  await slowDown(context, page);
  console.log('\n400 kbit/s, 400 ms\n');

  const login = await timed(async () => {
    await page.goto('/login', { waitUntil: 'commit' });
    // Usable means that the form is hydrated, not only prerendered.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
    await page.getByRole('textbox', { name: 'Numéro de téléphone' }).fill('0197000001');
    await page.getByLabel('Mot de passe', { exact: true }).fill('demo-amasin');
  });
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const orders = page
    .getByRole('list', { name: /^(Dernières commandes|Commandes vues)/ })
    .getByRole('link')
    .first();
  await orders.waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();

  // The second visit: the user opens the site again later.
  const second = await context.newPage();
  await slowDown(context, second);
  const dashboard = await timed(async () => {
    await second.goto('/dashboard', { waitUntil: 'commit' });
    await second
      .getByRole('list', { name: /^(Dernières commandes|Commandes vues)/ })
      .getByRole('link')
      .first()
      .waitFor();
  });
  await context.close();
  return (
    report('/login, first visit, usable', login, LOGIN_MS) +
    report('/dashboard, second visit, last orders', dashboard, DASHBOARD_MS)
  );
}

async function slowDown(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
}

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
