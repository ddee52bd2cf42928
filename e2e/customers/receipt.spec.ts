import { readFile } from 'node:fs/promises';
import { createPaidOrder } from '../paid-order.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { findClipped } from '../visual/boxes.ts';

test('a customer downloads the receipt of a paid order, and finds whom to call', async ({ open, query }) => {
  const { customer, id, number } = await createPaidOrder(query, 'Cliente du Reçu');
  const page = await open(PHONE, customer.identifier);
  await page.goto(`/tracking?order=${id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le reçu (PDF)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`recu-${number}.pdf`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expectToast(page, `Reçu téléchargé : recu-${number}.pdf`);

  await page.getByRole('button', { name: 'Besoin d’aide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Besoin d’aide' });
  const call = dialog.getByRole('link', { name: /^Appeler Amasin/ });
  expect(await call.getAttribute('href')).toBe('tel:+2290197000000');
  for (const link of await dialog.getByRole('link').all())
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(findClipped)).toEqual([]);
  await dialog.getByRole('link', { name: 'Écrire à un médecin' }).click();
  await expect(page.getByRole('dialog', { name: 'Mes consultations' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
