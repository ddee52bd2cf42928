import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';

test('a supervisor opens an order: its customer and the super administrator read it', async ({
  open,
  query,
}) => {
  const order = await createPaidOrder(query, 'Journal Test');
  const supervisor = await createPerson(query, 'supervisor', 'Awa Journal');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto(`/supervisor-dashboard?q=${order.number}&order=${order.id}`);
  await expect(desk.getByRole('region', { name: 'Commande ouverte' })).toContainText(order.number);

  const phone = await open(PHONE, order.customer.identifier);
  await phone.goto('/profile');
  // The sections above load later and would move the button under the click.
  for (const title of ['Aucun lieu gardé', 'Vous n’avez pas encore de carte d’assurance'])
    await expect(phone.getByRole('heading', { name: title })).toBeVisible();
  await phone.getByRole('button', { name: 'Qui a vu mon dossier' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Qui a vu mon dossier' });
  await expect(dialog.getByText('Un superviseur d’Amasin')).toBeVisible();
  await expect(dialog).toContainText(`Commande ${order.number}, vue`);
  await expect(dialog).not.toContainText(supervisor.name);

  const admin = await open(DESKTOP, 'admin@amasin.demo');
  await admin.goto('/cpanel');
  await admin.getByRole('link', { name: 'Journal' }).click();
  await admin.getByLabel(/^Chercher une personne/).fill(order.number);
  const row = admin.getByRole('listitem').filter({ hasText: `a lu la commande ${order.number}` });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Awa Journal');
  await row.getByRole('link', { name: 'Awa Journal', exact: true }).click();
  await expect(admin.getByRole('status').filter({ hasText: 'par Awa Journal' })).toBeVisible();
});
