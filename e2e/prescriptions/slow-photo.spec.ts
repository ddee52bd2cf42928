import type { Page } from '@playwright/test';
import { goOn, placed, usual, writer } from '../ordering.ts';
import { photograph } from '../papers.ts';
import { expect, expectToast, PHONE, test } from '../product.ts';
import { openCuttingLine } from './cutting-proxy.ts';

const CUT = 'Connexion perdue : l’envoi reprend dès que possible.';

/** A line of 400 kbit/s (in bytes) that answers after 400 ms: a telephone far from its mast. */
const slow = { offline: false, latency: 400, uploadThroughput: 50_000, downloadThroughput: 50_000 };

test('a photo of 6 MB on a slow line: shrunk, its progress shown, a cut survived, ordered with', async ({
  open,
  query,
}) => {
  const customer = await writer(query, 'Ligne Lente');
  const line = await openCuttingLine(process.env.AMASIN_URL!, 40_000);
  try {
    customer.kept.origins[0]!.origin = line.url;
    const page = await open(PHONE, customer.kept, { own: true });
    await page.goto(`${line.url}/order`);
    await page.getByText('Ordonnance photographiée').click();
    await expect(page.getByRole('button', { name: 'Prendre une photo' })).toBeVisible();
    const photo = await photograph(page, 4_000, 3_000, 0.35);
    expect(photo.length).toBeGreaterThan(6_000_000);

    const told = await listen(page);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', slow);
    await page
      .getByTestId('camera')
      .setInputFiles({ name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(page.getByText(CUT).first()).toBeVisible();
    line.mend();
    // What is on its way keeps nobody from writing on.
    await goOn(page);
    await expect(page.getByLabel('Adresse de livraison')).toHaveValue(usual.address);
    await goOn(page);
    const order = page.getByRole('button', { name: 'Commander', exact: true }).filter({ visible: true });
    await expect(order).toBeEnabled({ timeout: 20_000 });
    await order.click();
    await expectToast(page, placed);

    // It was on its way, broke off, and began again.
    const said = await told();
    const cut = said.lastIndexOf(CUT);
    for (const part of [said.slice(0, cut), said.slice(cut)])
      expect(part).toContainEqual(expect.stringMatching(/^Envoi… [1-9]\d? %$/));
    // Under one key: the server takes it for one upload.
    expect(line.uploads.length).toBeGreaterThan(1);
    expect(new Set(line.uploads.map(({ key }) => key)).size).toBe(1);
    for (const { bytes } of line.uploads) expect(bytes).toBeLessThan(400_000);
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
    await line.close();
  }
});

/** Notes everything that the picker says of the file's way, so that what stands there for an instant counts too. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const words: string[] = [];
    new MutationObserver(() => {
      const now = document.querySelector('[role=progressbar]')?.previousElementSibling?.textContent ?? '';
      if (now !== '' && now !== words.at(-1)) words.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return words;
  });
  return () => said.jsonValue();
}
