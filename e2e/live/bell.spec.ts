import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { callAs } from '../session.ts';

/** From the response to the change until the bell shows it, ms. */
const SOON = { timeout: 1000 };

test('a customer sees each change of her order in the bell within a second, as one notification that grows', async ({
  open,
  query,
}) => {
  const supervisor = await createPerson(query, 'supervisor', 'Superviseur de la Cloche');
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie de la Cloche');
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur de la Cloche');
  const order = await createPaidOrder(query, 'Cliente de la Cloche');
  const page = await open(PHONE, order.customer.identifier);
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/dashboard');
  await connected;
  const bell = page.getByRole('button', { name: 'Notifications, 1 non lue', exact: true });
  await expect(bell).toBeVisible();

  const assign = (body: object) =>
    callAs(supervisor.identifier, 'PATCH', `/api/orders/${order.id}/assign`, body);
  const toast = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
  await assign({ pharmacy: pharmacy.id });
  await expect(toast('Votre commande avance')).toBeVisible(SOON);
  await assign({ deliveryPerson: courier.id });
  await callAs(courier.identifier, 'PATCH', `/api/orders/${order.id}/status`, { status: 'delivering' });
  await expect(toast('En route')).toBeVisible(SOON);
  // The same notification: the count is unchanged.
  await expect(bell).toBeVisible();

  await bell.click();
  const rows = page.getByRole('list', { name: 'Dernières notifications' }).locator(':scope > li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('En route');
  await rows.getByText('3 messages plus anciens').click();
  await expect(rows.getByText(`Votre commande ${order.number} est payée.`)).toBeVisible();
  await rows.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/tracking\\?order=${order.id}`));
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
