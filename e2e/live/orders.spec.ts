import { assign, expectSteps } from '../order-steps.ts';
import { createCustomerWithDraft, openSummary, payWith } from '../ordering.ts';
import { createPerson, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, expectToast, PHONE, test } from '../product.ts';

// No screen is reloaded; a screen shows what was done on another without an action on it.

test('what happens to an order is seen on every open screen', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, `Cliente Direct-${uniqueDigits()}`);
  const supervisor = await createPerson(query, 'supervisor', 'Superviseur du Direct');
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Direct-${uniqueDigits()}`);
  const courier = await createPerson(query, 'deliveryPerson', `Livreur Direct-${uniqueDigits()}`);
  const desk = await open(DESKTOP, supervisor.identifier);
  const counter = await open(DESKTOP, pharmacy.identifier);
  const moto = await open(PHONE, courier.identifier);
  const phone = await open(PHONE, customer.storage);
  await desk.goto('/supervisor-dashboard');
  await desk.getByLabel('Numéro ou nom du client').fill(customer.name);
  await expect(desk.getByText(`« ${customer.name} »`)).toBeVisible();
  await counter.goto('/pharmacy-dashboard');
  await moto.goto('/delivery-dashboard');
  await expect(moto.getByText('Aucune livraison à faire')).toBeVisible();

  await openSummary(phone);
  await payWith(phone, 'Accepter le paiement');
  await phone.waitForURL(/\/tracking\?order=/);
  const number = await phone.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
  const row = desk.getByRole('list', { name: 'Commandes' }).getByRole('listitem').filter({ hasText: number });
  await expect(row).toContainText(customer.name);
  await expectSteps(phone, 2);

  await row.getByRole('link', { name: number }).click();
  const waiting = counter.getByRole('list', { name: 'Commandes' }).getByRole('listitem');
  await expect(waiting).toHaveCount(0);
  await assign(desk, 'Assigner une pharmacie', pharmacy);
  await expect(waiting).toContainText(number);
  await assign(desk, 'Assigner un livreur', courier);
  const delivery = moto.getByRole('listitem').filter({ hasText: number });
  await expect(delivery).toContainText('À récupérer');

  await moto.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(moto, 'Statut mis à jour avec succès');
  await expectSteps(phone, 3);
  await expect(phone.getByRole('main')).toContainText(courier.name);
  await moto.getByRole('button', { name: 'Marquer comme livrée' }).click();
  await moto
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirmer|Marquer comme livrée)$/ })
    .click();
  await expectSteps(phone, 4);
  const order = desk.getByRole('region', { name: 'Commande ouverte' });
  await expect(order.getByText('Livrée', { exact: true })).toBeVisible();
  await expect(waiting).toContainText('Livrée');
});
