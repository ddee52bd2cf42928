import { allowTiles, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { checkAppearance } from './appearance.ts';

test('a position is set with a tap on a map, by typing and by pasting', async ({ open, query }) => {
  const page = await open(PHONE, 'admin@amasin.demo');
  const tiles = await allowTiles(page);
  await page.goto('/cpanel?tab=zones');
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle zone' });
  await dialog.getByLabel('Nom', { exact: true }).fill('Zone Placée');
  await dialog.getByLabel('Frais de livraison (FCFA)').fill('500');
  const latitude = dialog.getByLabel('Latitude');
  const longitude = dialog.getByLabel('Longitude');
  await latitude.fill('48.85, 2.35');
  await expect(longitude).toHaveValue('2.35');
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog.getByText(/^Position au Bénin attendue/)).toBeVisible();

  await latitude.fill('6.3703, 2.3912');
  expect(tiles()).toBe(0);
  await dialog.getByRole('button', { name: 'Placer sur la carte' }).click();
  const map = dialog.getByRole('region', { name: /^Carte/ });
  await expect.poll(tiles).toBeGreaterThan(0);
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  await map.click({ position: { x: box.width / 2 + 40, y: box.height / 2 } });
  // To the right of the centre: further east, at the same latitude but for half a pixel.
  await expect(latitude).toHaveValue(/^6,370(3|2\d)$/);
  await expect(longitude).toHaveValue(/^2,39[2-9]\d*$/);
  await checkAppearance(page, 'many');
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expectToast(page, 'Zone ajoutée');
  const stored = 'select round(latitude::numeric, 4)::float8 as latitude from zones where label = $1';
  expect(await query(stored, ['Zone Placée'])).toEqual([{ latitude: 6.3703 }]);
  await query('delete from zones where label = $1', ['Zone Placée']);
});
