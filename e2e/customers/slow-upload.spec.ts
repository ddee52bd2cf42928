import type { Page } from '@playwright/test';
import { createPhoto } from '../documents.ts';
import { createCustomerWithDraft, defaultOrder, nextStep, ORDER_PLACED } from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import { startUnreliableProxy } from '../proxies.ts';
import { expectToast } from '../toasts.ts';

const INTERRUPTED = 'Connexion perdue : l’envoi reprend dès que possible. Gardé sur cet appareil.';

/** 400 kbit/s (here in bytes) with a latency of 400 ms: a phone at the edge of the network. */
const slowNetwork = { offline: false, latency: 400, uploadThroughput: 50_000, downloadThroughput: 50_000 };

test('a customer on a slow network sends a photograph of 6 MB, sees how far it is, over a failure, and orders', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Ligne Lente');
  const proxy = await startUnreliableProxy(process.env.AMASIN_URL!, 40_000);
  try {
    customer.storage.origins[0]!.origin = proxy.url;
    const page = await open(PHONE, customer.storage, { isolated: true });
    await page.goto(`${proxy.url}/order`);
    await page.getByText('Ordonnance photographiée').click();
    await expect(page.getByRole('button', { name: 'Prendre une photo' })).toBeVisible();
    const photo = await createPhoto(page, 4_000, 3_000, 0.35);
    expect(photo.length).toBeGreaterThan(6_000_000);

    const readMessages = await recordProgress(page);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', slowNetwork);
    await page
      .getByTestId('camera')
      .setInputFiles({ name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(page.getByText(INTERRUPTED).first()).toBeVisible();
    proxy.repair();
    // The form can be filled in during the upload.
    await nextStep(page);
    await expect(page.getByLabel('Adresse de livraison')).toHaveValue(defaultOrder.address);
    await nextStep(page);
    const order = page.getByRole('button', { name: 'Commander', exact: true }).filter({ visible: true });
    await expect(order).toBeEnabled({ timeout: 20_000 });
    await order.click();
    await expectToast(page, ORDER_PLACED);

    // The progress was shown before and after the failure.
    const messages = await readMessages();
    const failure = messages.lastIndexOf(INTERRUPTED);
    expect(failure).toBeGreaterThan(0);
    for (const part of [messages.slice(0, failure), messages.slice(failure)])
      expect(part).toContainEqual(expect.stringMatching(/^Envoi… [1-9]\d? %$/));
    // All attempts have one key, so the server stores one file.
    expect(proxy.uploads.length).toBeGreaterThan(1);
    expect(new Set(proxy.uploads.map(({ key }) => key)).size).toBe(1);
    for (const { bytes } of proxy.uploads) expect(bytes).toBeLessThan(400_000);
    const files = await query<{ key: string; bytes: number }>(
      'select key, bytes from files where owner_id = $1',
      [customer.id],
    );
    expect(files.length).toBe(1);
    expect(files[0]!.bytes).toBeLessThan(400_000);
    const orders = await query<{ prescription_url: string; state: string }>(
      'select prescription_url, state from orders where customer_id = $1',
      [customer.id],
    );
    expect(orders).toEqual([{ prescription_url: files[0]!.key, state: 'pre-treatment' }]);
  } finally {
    await proxy.close();
  }
});

/** Records every progress message of the upload, even one that is visible only for a moment, with plain spaces. */
async function recordProgress(page: Page): Promise<() => Promise<string[]>> {
  const messages = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      const message = document.querySelector('[role=progressbar]')?.previousElementSibling?.textContent;
      const text = message?.replaceAll(/\s/g, ' ') ?? '';
      if (text !== '' && text !== texts.at(-1)) texts.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => messages.jsonValue();
}
