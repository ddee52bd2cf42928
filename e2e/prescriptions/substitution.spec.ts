import { createPhoto } from '../documents.ts';
import { expectFits } from '../fits.ts';
import { ADVICE, tapTwice, withoutNetwork } from '../network.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { callAs, uploadAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

// Another medicine instead of one that the pharmacy of a paid order lacks (rule 53); in the first journey whoever does something
// loses the network first.

const SUPERVISOR = 'superviseur@amasin.demo';
const LACKING = 'Doliprane 500 mg, boîte de 16';
const EQUIVALENT = 'Paracétamol 500 mg, boîte de 16';
const OTHER = 'Paracétamol 1 g, boîte de 8';
const NOT_SENT = 'Erreur lors de l’envoi';
const NOT_UPDATED = 'Erreur lors de la mise à jour';

const medicine = async (query: Query, label: string) => {
  const [row] = await query<{ id: string; price: number }>(
    "select id, price_fcfa as price from medications where label = $1 and form = 'tablet' and deleted_at is null",
    [label],
  );
  return row!;
};

/** Pays an order of a new customer, and gives it to a new pharmacy. */
async function buy(query: Query, prescription: object) {
  const customer = await createPerson(query, 'customer', `Cliente Remplacée-${uniqueDigits()}`);
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Remplaçante-${uniqueDigits()}`);
  const [zone] = await query<{ id: string }>("select id from zones where 'Haie Vive' = any(sectors)");
  const order = { prescription, deliveryZone: zone!.id, deliveryAddress: 'Portail gris', finalAmount: null };
  const { transactionId } = await callAs(customer.identifier, 'POST', '/api/payments', { order });
  await approvePayment(customer, transactionId);
  const [row] = await query<{ id: string; number: string }>(
    'select id, number from orders where customer_id = $1',
    [customer.id],
  );
  await callAs(SUPERVISOR, 'PATCH', `/api/orders/${row!.id}/assign`, { pharmacy: pharmacy.id });
  return { customer, pharmacy, ...row! };
}

const given = async (query: Query, orderId: string) => {
  const [row] = await query<{ label: string; prescribed: string | null; back: number }>(
    `select label, prescribed_label as prescribed,
       (select coalesce(sum(amount_fcfa), 0)::int from refunds r where r.order_id = i.order_id) as back
     from order_items i where order_id = $1`,
    [orderId],
  );
  return row!;
};

for (const width of [PHONE, DESKTOP]) {
  const at = `at ${width.width} px`;

  test(`a pharmacy has the same medicine of another maker, and the customer agrees, ${at}`, async ({
    open,
    query,
  }) => {
    const lacking = await medicine(query, LACKING);
    const equivalent = await medicine(query, EQUIVALENT);
    const items = [{ medicationId: lacking.id, quantity: 2 }];
    const { customer, pharmacy, id, number } = await buy(query, { type: 'numerical', items });
    const page = await open(width, customer.identifier);
    await page.goto(`/tracking?order=${id}`);
    await expect(page.getByRole('heading', { name: number })).toBeVisible();

    const shelf = await open(width, pharmacy.identifier);
    await shelf.goto(`/pharmacy-dashboard?order=${id}`);
    const lacks = shelf.getByText('Je ne peux pas préparer');
    const outOfStock = shelf.getByRole('button', { name: 'Médicament en rupture' });
    await lacks.click();
    await shelf.getByLabel('Précision (facultatif)').fill('Livrée demain');
    await withoutNetwork(shelf, async () => {
      await outOfStock.click();
      await expectToast(shelf, `${NOT_UPDATED}. ${ADVICE}`);
    });
    await lacks.click();
    await expect(shelf.getByLabel('Précision (facultatif)')).toHaveValue('Livrée demain');
    await outOfStock.click();
    await shelf.getByRole('button', { name: 'Proposer un remplacement' }).click();
    const dialog = shelf.getByRole('dialog', { name: `À la place de ${LACKING}` });
    await dialog.getByRole('radio', { name: EQUIVALENT }).click();
    await expectFits(shelf);
    await tapTwice(shelf, dialog.getByRole('button', { name: 'Proposer', exact: true }), NOT_SENT);
    await expect(shelf.getByText(/Le client est interrogé, jusqu’à/)).toBeVisible();
    await expectFits(shelf);

    // Live, without reloading.
    await expect(page.getByText('La pharmacie attend votre réponse', { exact: true })).toBeVisible();
    await expectFits(page);
    await tapTwice(page, page.getByRole('button', { name: 'D’accord' }), NOT_SENT);
    await expect(page.getByText(`À la place de ${LACKING}`).first()).toBeVisible();
    await expectFits(page);
    const difference = (lacking.price - equivalent.price) * 2;
    expect(await given(query, id)).toEqual({
      label: EQUIVALENT,
      prescribed: LACKING,
      back: difference + Math.floor((difference + 5) / 10),
    });

    await expect(shelf.getByText('À la place de', { exact: false }).first()).toBeVisible();
    await tapTwice(shelf, shelf.getByRole('button', { name: 'Prête', exact: true }), NOT_UPDATED);
    await expect(shelf.getByText(/^Prête depuis/)).toBeVisible();
  });

  test(`a pharmacy has no equivalent: pharmacist, prescriber and customer are asked in turn, ${at}`, async ({
    open,
    query,
  }) => {
    const lacking = await medicine(query, LACKING);
    const doctor = await createPerson(query, 'partnerDoctor', `Dre Remplaçante-${uniqueDigits()}`);
    const agent = await createPerson(query, 'agent', `Pharmacien Remplaçant-${uniqueDigits()}`);
    const desk = await open(width, doctor.identifier);
    await desk.goto('/doctor-dashboard');
    const url = await uploadAs(doctor.identifier, await createPhoto(desk, 320, 240, 0.1), 'prescription');
    const { prescription } = await callAs(doctor.identifier, 'POST', '/api/prescriptions', {
      ...{ patientName: 'Afi Kpadé', patientPhone: '0197111111', url },
      items: [{ medicationId: lacking.id, quantity: 1, posology: '1 comprimé matin et soir' }],
    });
    const number = prescription.prescriptionNumber as string;
    const {
      customer,
      pharmacy,
      id,
      number: orderNumber,
    } = await buy(query, {
      type: 'numerical',
      prescriptionNumber: number,
    });

    const shelf = await open(width, pharmacy.identifier);
    await shelf.goto(`/pharmacy-dashboard?order=${id}`);
    await shelf.getByText('Je ne peux pas préparer').click();
    await shelf.getByRole('button', { name: 'Médicament en rupture' }).click();
    await shelf.getByRole('button', { name: 'Proposer un remplacement' }).click();
    const dialog = shelf.getByRole('dialog', { name: `À la place de ${LACKING}` });
    await dialog.getByLabel('Un autre médicament').fill('Paracétamol 1 g');
    await dialog
      .getByRole('button', { name: new RegExp(OTHER) })
      .first()
      .click();
    await expect(dialog.getByText(/un pharmacien d’Amasin, puis le prescripteur/)).toBeVisible();
    await expectFits(shelf);
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click();
    await expect(shelf.getByText(/Un pharmacien d’Amasin est interrogé/)).toBeVisible();

    const check = await open(width, agent.identifier);
    await check.goto('/agent-dashboard?tab=verifier');
    const asked = check.getByRole('region', { name: LACKING }).filter({ hasText: orderNumber });
    await expect(asked.getByText('1 comprimé matin et soir')).toBeVisible();
    await expectFits(check);
    await asked.getByRole('button', { name: 'Il convient' }).click();
    await expect(asked).toBeHidden();

    const question = desk.getByRole('region', { name: LACKING }).filter({ hasText: number });
    await expect(question.getByText('Oui, celui-là convient')).toBeVisible();
    await expectFits(desk);
    await question.getByRole('button', { name: 'Oui, celui-là convient' }).click();
    await expect(question).toBeHidden();

    const page = await open(width, customer.identifier);
    await page.goto(`/tracking?order=${id}`);
    await expect(page.getByText(/Ce n’est pas le même médicament/)).toBeVisible();
    await page.getByRole('button', { name: 'Non, je ne le veux pas' }).click();
    await expectToast(page, 'Réponse envoyée');
    await expect(shelf.getByText('Le client ne le veut pas.')).toBeVisible();

    const supervisor = await open(width, SUPERVISOR);
    await supervisor.goto(`/supervisor-dashboard?order=${id}`);
    await expect(supervisor.getByText('Le client ne le veut pas.')).toBeVisible();
    await expect(supervisor.getByRole('button', { name: 'Rembourser cette ligne' })).toBeVisible();
    await expectFits(supervisor);
    expect(await given(query, id)).toMatchObject({ label: LACKING, prescribed: null, back: 0 });
  });
}
