import { readFile } from 'node:fs/promises';
import { createPaidOrder } from '../paid-order.ts';
import { signIn } from '../people.ts';
import { deliverOrder } from '../prescriptions/delivery.ts';
import { expect, PHONE, test } from '../product.ts';
import { callAs, PASSWORD } from '../session.ts';
import { findClipped } from '../visual/boxes.ts';

test('a customer is told what is open, then takes her data away and deletes her account', async ({
  open,
  query,
}) => {
  const { customer, id, number } = await createPaidOrder(query, 'Cliente Qui Part');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer mon compte' });
  const send = async (password: string) => {
    await dialog.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
    await dialog.getByRole('button', { name: 'Supprimer mon compte' }).click();
  };
  await send('un autre');
  await expect(dialog.getByText('Mot de passe actuel incorrect')).toBeVisible();
  await send(PASSWORD);
  await expect(dialog.getByText(`Votre commande ${number} est en cours`)).toBeVisible();
  expect(await page.evaluate(findClipped)).toEqual([]);
  await dialog.getByRole('link', { name: `Voir ${number}` }).click();
  await expect(page).toHaveURL(`/tracking?order=${id}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();

  await deliverOrder(query, id);
  await callAs('superviseur@amasin.demo', 'PATCH', `/api/orders/${id}/status`, { status: 'ended' });

  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON, à reprendre' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Cliente Qui Part');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await send(PASSWORD);
  await expect(page.getByRole('heading', { name: 'Votre compte est supprimé' })).toBeVisible();
  await expect(page.getByText('Session expirée')).toBeHidden();
  const kept = await page.evaluate(() =>
    Object.keys(window.localStorage).filter((key) => key === 'device' || key.startsWith('kept:')),
  );
  expect(kept).toEqual([]);
  expect(await query('select name, phone from users where id = $1', [customer.id])).toEqual([
    { name: 'Compte supprimé', phone: null },
  ]);

  await page.goBack();
  await expect(page).toHaveURL('/login');
  await signIn(page, customer.identifier);
  await expect(page.getByText('Identifiants incorrects').first()).toBeVisible();
});
