import { createPhoto } from '../documents.ts';
import { createCustomerWithDraft, defaultOrder, nextStep, ORDER_PLACED } from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

test('a customer is asked before the first photograph, orders, withdraws, and is asked again by a consultation', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Accord Donné');
  await query('delete from consents where user_id = $1', [customer.id]);
  const page = await open(PHONE, customer.storage);
  const dialog = page.getByRole('dialog', { name: 'Vos données de santé' });
  const accept = dialog.getByRole('button', { name: 'J’accepte' });

  await page.goto('/order');
  await page.getByText('Ordonnance photographiée').click();
  await expect(page.getByRole('button', { name: 'Prendre une photo' })).toBeVisible();
  const photo = { name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: await createPhoto(page) };
  await page.getByTestId('camera').setInputFiles(photo);
  await dialog.getByRole('button', { name: 'Pas maintenant' }).click();
  await expect(page.getByText('Rien n’a été envoyé : il faut d’abord votre accord.')).toBeVisible();
  expect(await query('select from files where owner_id = $1', [customer.id])).toEqual([]);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await accept.click();
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible({ timeout: 20_000 });
  await nextStep(page);
  await expect(page.getByLabel('Adresse de livraison')).toHaveValue(defaultOrder.address);
  await nextStep(page);
  await page.getByRole('button', { name: 'Commander', exact: true }).filter({ visible: true }).click();
  await expectToast(page, ORDER_PLACED);

  await page.goto('/profile');
  // The sections above load later and would move the button under the click.
  for (const title of ['Aucun lieu gardé', 'Vous n’avez pas encore de carte d’assurance'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Retirer cet accord' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await expectToast(page, 'Accord retiré');
  await expect(page.getByRole('button', { name: 'Retirer cet accord' })).toBeHidden();

  await page.goto('/dashboard?chat=new');
  await page.getByLabel('Votre message').fill('Ma toux revient chaque nuit');
  await page.getByRole('button', { name: 'Démarrer' }).click();
  await accept.click();
  await expect(page.getByText('Ma toux revient chaque nuit').last()).toBeVisible();
  await expect(dialog).toBeHidden();
  const given = await query<{ open: boolean }>(
    `select withdrawn_at is null as open from consents where user_id = $1 and purpose = 'health' order by given_at`,
    [customer.id],
  );
  expect(given).toEqual([{ open: false }, { open: true }]);
});
