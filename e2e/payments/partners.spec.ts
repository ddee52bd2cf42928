import type { Page } from '@playwright/test';
import { createPhoto } from '../documents.ts';
import { expectFits } from '../fits.ts';
import { codeOn, handOver } from '../hand-over.ts';
import { defaultOrder } from '../ordering.ts';
import { approvePayment, createPaidOrder } from '../paid-order.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { deliverOrder } from '../prescriptions/delivery.ts';
import { DESKTOP, expect, type Open, PHONE, type Query, test } from '../product.ts';
import { callAs, PASSWORD, uploadAs } from '../session.ts';
import { expectToast } from '../toasts.ts';
import { amountOf } from './money.ts';

// Everybody who serves an order reads what it is worth to him, and is paid: each journey on a telephone and at a desk.

const SUPERVISOR = 'superviseur@amasin.demo';
const OWNER = 'admin@amasin.demo';
const widths = [PHONE, DESKTOP];

const francs = (amount: number) => new RegExp(`${amountOf(amount).source}\\sF`);

async function amountsOf(query: Query, id: string) {
  const [row] = await query<{ medicines: number; fee: number; box: number }>(
    `select o.medicines_fcfa as medicines, o.delivery_fee_fcfa as fee, i.price_fcfa as box
     from orders o join order_items i on i.order_id = o.id where o.id = $1`,
    [id],
  );
  return row!;
}

/** A paid order of two boxes with a new pharmacy and a new courier. */
async function confidedOrder(query: Query) {
  const order = await createPaidOrder(query, `Cliente Servie-${uniqueDigits()}`);
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Payée-${uniqueDigits()}`);
  const courier = await createPerson(query, 'deliveryPerson', `Livreur Payé-${uniqueDigits()}`);
  for (const body of [{ pharmacy: pharmacy.id }, { deliveryPerson: courier.id }])
    await callAs(SUPERVISOR, 'PATCH', `/api/orders/${order.id}/assign`, body);
  return { ...order, pharmacy, courier, ...(await amountsOf(query, order.id)) };
}

async function openAt(open: Open, width: typeof PHONE, person: Person | string, path: string): Promise<Page> {
  const page = await open(width, typeof person === 'string' ? person : person.identifier);
  await page.goto(path);
  return page;
}

for (const width of widths) {
  const at = `at ${width.width} px`;

  test(`a box is missing: the customer reads what comes back, the pharmacy what remains, ${at}`, async ({
    open,
    query,
  }) => {
    const { id, customer, pharmacy, box } = await confidedOrder(query);
    const counter = await openAt(open, width, pharmacy, `/pharmacy-dashboard?order=${id}`);
    await counter.getByText('Je ne peux pas préparer').click();
    await counter.getByRole('button', { name: 'Quantité insuffisante' }).click();
    await expect(counter.getByText('Le superviseur est prévenu.')).toBeVisible();
    const customerPage = await openAt(open, width, customer, `/tracking?order=${id}`);

    const desk = await openAt(open, width, SUPERVISOR, `/supervisor-dashboard?order=${id}`);
    await desk.getByRole('button', { name: 'Rembourser cette ligne' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Rembourser ces médicaments ?' });
    const back = box + Math.round(box / 10);
    await expect(dialog.getByText(francs(back))).toBeVisible();
    await dialog.getByRole('button', { name: 'Rembourser', exact: true }).click();
    await expect(dialog).toBeHidden();

    await expect(customerPage.getByText(`Manque : 1 × ${defaultOrder.label}`)).toBeVisible();
    await expect(customerPage.getByText(francs(back)).first()).toBeVisible();
    for (const page of [counter, customerPage, desk]) await expectFits(page);
  });

  test(`a courier waits in vain and is paid for the way back, then delivers with the code, ${at}`, async ({
    open,
    query,
  }) => {
    const { id, customer, courier, fee } = await confidedOrder(query);
    const road = await openAt(open, width, courier, '/delivery-dashboard');
    await road.getByRole('button', { name: 'Commencer la livraison' }).click();
    await road.getByRole('button', { name: 'J’attends devant la porte' }).click();
    await expect(road.getByText(/J’attends depuis/)).toBeVisible();
    const wait = `update orders set waiting_at = now() - interval '20 minutes' where id = $1 and waiting_at is not null returning id`;
    await expect.poll(() => query(wait, [id])).toHaveLength(1);
    await road.reload();
    // The browser of a test has no telephone.
    await road.evaluate(() => document.addEventListener('click', (click) => click.preventDefault()));
    await road.getByRole('link', { name: `Appeler ${customer.name}` }).click();
    await road.getByRole('button', { name: 'Client injoignable' }).click();
    // He may take it back for a moment.
    await expectToast(road, 'Le superviseur est prévenu');

    const desk = await openAt(open, width, SUPERVISOR, `/supervisor-dashboard?order=${id}`);
    await desk.getByText('Pas remise : à livrer de nouveau').click();
    await desk.getByRole('button', { name: 'Client absent' }).last().click();
    await desk.getByRole('button', { name: 'Livrer de nouveau' }).click();
    await expect(desk.getByRole('button', { name: 'Livrer de nouveau' })).toBeHidden();
    const [paid] = await query<{ fee: number }>(
      `select -sum(e.amount_fcfa)::int as fee from journals j join entries e on e.journal_id = j.id
       where j.order_id = $1 and j.kind = 'return-fee' and e.account = 'courier'`,
      [id],
    );
    expect(paid!.fee).toBe(Math.round(fee / 2));

    await callAs(SUPERVISOR, 'PATCH', `/api/orders/${id}/assign`, { deliveryPerson: courier.id });
    await road.goto('/delivery-dashboard');
    await road.getByRole('button', { name: 'Commencer la livraison' }).click();
    const customerPage = await openAt(open, width, customer, `/tracking?order=${id}`);
    await handOver(road, await codeOn(customerPage));
    await expect(customerPage.getByText('Livrée').first()).toBeVisible();
    await road.goto('/delivery-dashboard?tab=gains');
    await expect(road.getByRole('heading', { name: 'Ce qui vous est dû' })).toBeVisible();
    await expect(road.getByText(francs(fee + paid!.fee)).first()).toBeVisible();
    for (const page of [road, desk, customerPage]) await expectFits(page);
  });

  test(`a pharmacy names its account, the owner pays it by hand, and all of it adds up, ${at}`, async ({
    open,
    query,
  }) => {
    const { id, pharmacy, courier, medicines } = await confidedOrder(query);
    await callAs(courier.identifier, 'PATCH', `/api/orders/${id}/status`, { status: 'delivering' });
    const counter = await openAt(open, width, pharmacy, '/pharmacy-dashboard?tab=releves');
    await expect(counter.getByText(francs(medicines)).first()).toBeVisible();
    await counter.getByRole('button', { name: 'Indiquer mon compte' }).click();
    const account = counter.getByRole('dialog', { name: 'Compte de versement' });
    await account.getByLabel('Numéro mobile money').fill(pharmacy.phone);
    await account.getByLabel('Mot de passe actuel').fill(PASSWORD);
    await account.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(counter, 'Compte de versement enregistré');

    const desk = await openAt(open, width, OWNER, '/cpanel?tab=argent');
    await desk.getByRole('button', { name: `Verser à ${pharmacy.name}` }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByText('Payer à la main', { exact: true }).click();
    const reference = `Reçu ${uniqueDigits()}`;
    await dialog.getByLabel('Référence').fill(reference);
    await dialog.getByRole('button', { name: 'Noter le versement' }).click();
    await expectToast(desk, 'Versement noté');
    await expect(desk.getByRole('region', { name: 'Où est l’argent' })).toBeVisible();
    await expect(desk.getByText('Les comptes ne tombent pas juste')).toHaveCount(0);

    await counter.reload();
    await expect(counter.getByRole('list', { name: 'Relevés par mois' })).toContainText(francs(medicines));
    const [left] = await query<{ owed: number }>(
      'select -sum(amount_fcfa)::int as owed from entries where beneficiary_id = $1',
      [pharmacy.id],
    );
    expect(left!.owed).toBe(0);
    for (const page of [counter, desk]) await expectFits(page);
  });

  test(`a month of an insurer is named, sent and paid, ${at}`, async ({ open, query }) => {
    const insurer = `Assurances du Golfe-${uniqueDigits()}`;
    const desk = await openAt(open, width, OWNER, '/cpanel?tab=assureurs');
    await desk.getByRole('button', { name: 'Ajouter un assureur' }).first().click();
    const adding = desk.getByRole('dialog', { name: 'Nouvel assureur' });
    await adding.getByLabel('Nom').fill(insurer);
    await adding.getByLabel('Ce qu’il peut nous devoir (FCFA)').fill('1 000 000');
    await adding.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expectToast(desk, 'Assureur ajouté');

    const { id, number } = await insuredOrder(query, await createPhoto(desk, 320, 240, 0.1));
    await deliverOrder(query, id);
    await callAs(SUPERVISOR, 'PATCH', `/api/orders/${id}/status`, { status: 'ended' });
    await desk.reload();
    await desk
      .getByRole('region', { name: `Commande ${number}` })
      .getByLabel('Assureur')
      .selectOption({ label: insurer });
    await expectToast(desk, 'Assureur noté');
    const month = desk
      .getByRole('list', { name: 'Demandes par mois' })
      .getByRole('listitem')
      .filter({ hasText: insurer });
    for (const word of ['Envoyée', 'Payée']) {
      await month.getByRole('button', { name: new RegExp(`^${word}`) }).click();
      await expect(month).toContainText(new RegExp(`${word}\\s: 1`));
    }
    const [saved] = await Promise.all([
      desk.waitForEvent('download'),
      month.getByRole('button', { name: /^CSV/ }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^demande-.*\.csv$/);
    await expectFits(desk);
  });
}

/** A paid order with a card of 40 %; its insurer is not named yet. */
async function insuredOrder(query: Query, photo: Buffer) {
  const customer = await createPerson(query, 'customer', `Assurée-${uniqueDigits()}`);
  const { insuranceCard: card } = await callAs(customer.identifier, 'POST', '/api/insurances', {
    label: 'Carte du bureau',
    taux: 40,
    url: await uploadAs(customer.identifier, photo, 'insurance'),
  });
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const { sector, address, ...item } = defaultOrder;
  const { transactionId } = await callAs(customer.identifier, 'POST', '/api/payments', {
    order: {
      prescription: { type: 'numerical', items: [item] },
      deliveryZone: zone!.id,
      deliveryAddress: address,
      insuranceCard: card._id,
    },
  });
  await approvePayment(customer, transactionId);
  const [order] = await query<{ id: string; number: string }>(
    'select id, number from orders where customer_id = $1',
    [customer.id],
  );
  return order!;
}
