import { connect } from 'node:net';
import { expect, PHONE, test } from '../product.ts';
import { startProxy } from '../proxies.ts';
import { startWith } from '../start/start-with.ts';
import { waitForServiceWorker } from './service-worker.ts';

test('a visitor of the house before it changed its payment provider gets pages that may frame the new one', async ({
  open,
}) => {
  let current = process.env.AMASIN_URL ?? '';
  // The same address before and after the change.
  const proxy = await startProxy(current, ({ client }) => {
    const product = connect(Number(new URL(current).port), '127.0.0.1');
    product.on('error', () => client.destroy());
    client.on('close', () => product.destroy());
    client.pipe(product).pipe(client);
  });
  const page = await open(PHONE, undefined, { isolated: true, serviceWorker: true });
  const openPage = async () => {
    const response = await page.goto(`${proxy.url}/pharmacies`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    return { fromDevice: response?.fromServiceWorker(), frames: /frame-src ([^;]*)/.exec(policy)?.[1] };
  };
  await openPage();
  await waitForServiceWorker(page);
  expect(await openPage()).toEqual({ fromDevice: true, frames: "'self'" });

  const changed = await startWith('serve-provider', 'portal');
  try {
    current = process.env.AMASIN_URL ?? '';
    proxy.closeConnections();
    expect(await openPage()).toEqual({ fromDevice: true, frames: "'self'" });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Mettre à jour' }).click();
    await reloaded;
    expect(await openPage()).toEqual({
      fromDevice: true,
      frames: expect.stringMatching(/^'self' http:\/\/127\.0\.0\.1:\d+$/),
    });
  } finally {
    await changed.stop();
    await proxy.close();
  }
});
