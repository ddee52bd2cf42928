import type { Page } from '@playwright/test';
import { expectFits } from '../fits.ts';
import { ADVICE, tapTwice, withoutNetwork } from '../network.ts';
import { createCustomerWithDraft, defaultOrder, ORDER_HELD, payButton } from '../ordering.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { deliverOrder } from '../prescriptions/delivery.ts';
import { DESKTOP, expect, PHONE, type Query, refocus, test } from '../product.ts';
import { callAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

// A recall from its notice to its last answer (rule 55); whoever does something loses the network first.

const ADMIN = 'admin@amasin.demo';
const SUPERVISOR = 'superviseur@amasin.demo';
const NOT_SAVED = 'Erreur lors de la sauvegarde';

/** A medicine that no other test orders: its recall makes every order with it wait. */
async function createMedicine() {
  const label = `Sirop Rappelé-${uniqueDigits()}`;
  const body = { label, form: 'syrup', price: 1_500 };
  const { medication } = await callAs(SUPERVISOR, 'POST', '/api/medications', body);
  return { id: medication._id as string, label };
}

/** Pays an order of these medicines for a new customer. */
async function buy(query: Query, name: string, medicineIds: readonly string[]) {
  const customer = await createPerson(query, 'customer', name);
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const order = {
    prescription: {
      type: 'numerical',
      items: medicineIds.map((medicationId) => ({ medicationId, quantity: 1 })),
    },
    deliveryZone: zone!.id,
    deliveryAddress: defaultOrder.address,
    finalAmount: null,
  };
  const { transactionId } = await callAs(customer.identifier, 'POST', '/api/payments', { order });
  await approvePayment(customer, transactionId);
  const [row] = await query<{ id: string; number: string }>(
    'select id, number from orders where customer_id = $1',
    [customer.id],
  );
  return { customer, ...row! };
}

/** What a customer was told of the recall outside the signed-in pages. */
async function toldTo(page: Page, query: Query, { id, identifier }: Person): Promise<string[]> {
  const notices = await query<{ text: string }>(
    `select title || ' ' || message as text from notifications where user_id = $1 and title = 'Message important'`,
    [id],
  );
  const { messages } = (await (await page.request.get('/api/dev/sms')).json()) as {
    messages: { to: string; text: string }[];
  };
  const sms = messages.filter(({ to, text }) => to === `+229${identifier}` && text.includes('important'));
  return [...notices, ...sms].map(({ text }) => text);
}

for (const width of [PHONE, DESKTOP])
  test(`a recall stops a basket and a paid order, and reaches who received the medicine, at ${width.width} px`, async ({
    open,
    query,
  }) => {
    // Six people have a page open at once.
    test.setTimeout(300_000);
    const medicine = await createMedicine();
    const named = `${medicine.label} (sirop)`;
    const [other] = await query<{ id: string }>('select id from medications where label = $1 and form = $2', [
      defaultOrder.label,
      defaultOrder.form,
    ]);
    const received = await buy(query, 'Cliente Servie', [medicine.id]);
    const pharmacy = await deliverOrder(query, received.id);
    const waiting = await buy(query, 'Cliente en Attente', [medicine.id, other!.id]);
    await callAs(SUPERVISOR, 'PATCH', `/api/orders/${waiting.id}/assign`, { pharmacy: pharmacy.id });
    const shopper = await createCustomerWithDraft(query, 'Cliente au Panier', {
      label: medicine.label,
      form: 'syrup',
    });

    const basket = await open(width, shopper.storage);
    await basket.goto('/order?etape=recapitulatif');
    await expect(basket.getByRole('main')).toContainText(`${defaultOrder.quantity} × ${medicine.label}`);
    const followed = await open(width, waiting.customer.identifier);
    await followed.goto(`/tracking?order=${waiting.id}`);
    await expect(followed.getByText(/prépare votre commande/)).toBeVisible();
    const shelf = await open(width, pharmacy.identifier);
    await shelf.goto(`/pharmacy-dashboard?order=${waiting.id}`);
    const ready = shelf.getByRole('button', { name: 'Prête', exact: true });
    await expect(ready).toBeVisible();
    const desk = await open(width, SUPERVISOR);
    await desk.goto(`/supervisor-dashboard?order=${waiting.id}`);
    await expect(desk.getByRole('heading', { name: waiting.number })).toBeVisible();

    // It is recalled while a customer is about to pay for it without a network.
    const admin = await open(width, ADMIN);
    await admin.goto('/cpanel?tab=rappels');
    await admin.getByRole('button', { name: 'Nouveau rappel' }).click();
    const notice = admin.getByRole('dialog', { name: 'Nouveau rappel' });
    await notice.getByLabel('Médicament', { exact: true }).fill(medicine.label);
    await notice.getByRole('button', { name: medicine.label }).click();
    await expect(notice.getByText(named, { exact: true })).toBeVisible();
    await notice.getByLabel('Source').fill('ABMed, note 12');
    await expectFits(admin);
    const recall = notice.getByRole('button', { name: 'Rappeler ce médicament' });
    await withoutNetwork(admin, async () => {
      await recall.click();
      await expect(notice.getByRole('alert').getByText(`${NOT_SAVED}. ${ADVICE}`)).toBeVisible();
      await expectFits(admin);
    });
    await expect(notice.getByText(named, { exact: true })).toBeVisible();
    await expect(notice.getByLabel('Source')).toHaveValue('ABMed, note 12');
    await withoutNetwork(basket, async () => {
      await payButton(basket).click();
      await expect(basket.getByRole('status').filter({ hasText: ORDER_HELD })).toBeFocused();
      await recall.click();
      await expectToast(admin, 'Médicament rappelé');
    });

    await payButton(basket).click();
    await expectToast(
      basket,
      `Médicament rappelé : ${medicine.label} n’est plus commandé. Retirez-le pour continuer.`,
    );
    await expect(basket.getByText("Ce médicament n'est plus disponible").first()).toBeVisible();
    await expectFits(basket);
    await basket.getByRole('combobox', { name: 'Ajouter un médicament' }).fill(medicine.label);
    await expect(basket.getByText('Nous n’avons pas trouvé ce médicament.')).toBeVisible();

    // Live, without reloading.
    await expect(followed.getByText(/^Un médicament est rappelé\./)).toBeVisible();
    await expectFits(followed);
    for (const page of [shelf, desk])
      await expect(
        page
          .getByRole('region', { name: 'Commande ouverte' })
          .getByText('Médicament rappelé', { exact: true }),
      ).toBeVisible();
    await expect(ready).toBeHidden();
    const row = admin.getByRole('list', { name: 'Rappels' }).getByRole('listitem').filter({ hasText: named });
    await expect(row).toContainText('1 commande attend');

    // The pharmacy has some.
    await expect(shelf.getByText(`Médicament rappelé : ${named}`)).toBeVisible();
    await expectFits(shelf);
    await shelf.getByLabel('Boîtes mises de côté').fill('3');
    const putAside = shelf.getByRole('button', { name: 'Nous en avons', exact: true });
    await tapTwice(shelf, putAside, NOT_SAVED);
    await expectToast(shelf, 'Réponse envoyée, merci');
    await expect(putAside).toBeHidden();

    // The waiting order goes on without it.
    await desk.getByRole('button', { name: 'Rembourser cette ligne' }).click();
    const back = desk.getByRole('dialog', { name: 'Rembourser ces médicaments ?' });
    await back.getByLabel('Précision (facultatif)').fill('Rappel de l’ABMed');
    await expectFits(desk);
    await tapTwice(
      desk,
      back.getByRole('button', { name: 'Rembourser', exact: true }),
      'Erreur lors du remboursement',
    );
    await expectToast(desk, 'Remboursement demandé');
    await expect(desk.getByRole('button', { name: 'Rembourser cette ligne' })).toBeHidden();
    await expect(desk.getByText('Pour l’équipe : Rappel de l’ABMed')).toBeVisible();
    await expect(followed.getByText(`Remboursé : 1 × ${medicine.label}`)).toBeVisible();
    await expectFits(followed);
    await expect(shelf.getByText(`Retiré : 1 × ${medicine.label}`)).toBeVisible();
    await ready.click();
    await expect(shelf.getByText(/^Prête depuis/)).toBeVisible();

    // Who received it is told once, without a word of health, and reads the rest signed in.
    const told = `Un message important sur votre commande ${received.number} vous attend.`;
    await expect
      .poll(() => toldTo(admin, query, received.customer))
      .toEqual([
        `Message important ${told}`,
        `Amasin : un message important sur votre commande ${received.number} vous attend. Ouvrez Amasin pour le lire.`,
      ]);
    const home = await open(width, received.customer.identifier);
    await home.goto('/dashboard');
    await expect(home.getByText(`Médicament rappelé : ${named}`)).toBeVisible();
    await expect(home.getByText('La boîte que vous avez reçue est concernée.')).toBeVisible();
    await expect(home.getByText('Ne le prenez plus et rapportez-le à la pharmacie.')).toBeVisible();
    await expectFits(home);
    const gone = home.getByRole('button', { name: 'Lu, je ne l’ai plus' });
    await tapTwice(home, gone, NOT_SAVED);
    await expectToast(home, 'C’est noté, merci');
    await expect(gone).toBeHidden();

    await refocus(admin);
    await row.getByRole('button', { name: `Ouvrir ${named}` }).click();
    const opened = admin.getByRole('dialog', { name: 'Rappel' });
    for (const figure of [
      'Clients à prévenir1',
      'Prévenus1',
      'Joints1',
      'Ont lu et répondu1',
      'L’ont encore0',
    ])
      await expect(opened.getByRole('definition').locator('..').filter({ hasText: figure })).toBeVisible();
    await expect(opened.getByText(`${pharmacy.name} : 3 boîtes mises de côté`)).toBeVisible();
    await expect(opened.getByText(/commandes? attend/)).toBeHidden();
    await expectFits(admin);
  });
