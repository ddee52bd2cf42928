import { expectFits } from '../fits.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { callAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

// What a pharmacy is warned of, and has to see before an order is ready (rule 63).

for (const width of [PHONE, DESKTOP])
  test(`a pharmacy is warned of an allergy and of a substance twice, and goes past both, at ${width.width} px`, async ({
    open,
    query,
  }) => {
    const customer = await createPerson(query, 'customer', `Cliente Allergique-${uniqueDigits()}`);
    const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Attentive-${uniqueDigits()}`);
    const page = await open(width, customer.identifier);
    await page.goto('/profile');
    await page.getByLabel('Allergies (facultatif)').fill('Arachide, paracétamol');
    await expectFits(page);
    await page.getByRole('button', { name: 'Enregistrer les allergies' }).click();
    await expectToast(page, 'Allergies gardées');

    const medicines = await query<{ id: string }>(
      `select id from medications where form = 'tablet' and deleted_at is null
         and label in ('Doliprane 500 mg, boîte de 16', 'Paracétamol 1 g, boîte de 8')`,
    );
    const items = medicines.map(({ id }) => ({ medicationId: id, quantity: 1 }));
    const [zone] = await query<{ id: string }>("select id from zones where 'Haie Vive' = any(sectors)");
    const order = {
      prescription: { type: 'numerical', items },
      deliveryZone: zone!.id,
      deliveryAddress: 'Portail gris',
      finalAmount: null,
    };
    const { transactionId } = await callAs(customer.identifier, 'POST', '/api/payments', { order });
    await approvePayment(customer, transactionId);
    const [bought] = await query<{ id: string }>('select id from orders where customer_id = $1', [
      customer.id,
    ]);
    await callAs('superviseur@amasin.demo', 'PATCH', `/api/orders/${bought!.id}/assign`, {
      pharmacy: pharmacy.id,
    });

    const shelf = await open(width, pharmacy.identifier);
    await shelf.goto(`/pharmacy-dashboard?order=${bought!.id}`);
    const warnings = shelf.getByRole('region', { name: 'À regarder' });
    await expect(warnings.getByText('Même substance deux fois')).toBeVisible();
    await expect(warnings.getByText('Source : Écrit par le client : paracétamol')).toBeVisible();
    await expectFits(shelf);
    await shelf.getByRole('button', { name: 'Prête', exact: true }).click();
    await expectToast(
      shelf,
      'Des alertes n’ont pas encore été vues : ouvrez la commande et dites « J’ai vu » pour chacune',
    );

    await warnings.getByText('J’ai vu', { exact: true }).first().click();
    await expectFits(shelf);
    await warnings.getByRole('button', { name: 'Client appelé' }).click();
    await expect(warnings.getByText(/Vu par .* · Client appelé/)).toBeVisible();
    await warnings.getByText('J’ai vu', { exact: true }).click();
    await warnings.getByLabel(/^Précision/).fill('Deux moments de la journée');
    await warnings.getByRole('button', { name: 'Autre raison' }).click();
    await expect(warnings.getByText(/Autre raison · Deux moments de la journée/)).toBeVisible();
    await expectFits(shelf);
    await shelf.getByRole('button', { name: 'Prête', exact: true }).click();
    await expect(shelf.getByText(/^Prête depuis/)).toBeVisible();
  });
