import type { Page } from '@playwright/test';
import { expectFits } from '../fits.ts';
import { tapTwice, withoutNetwork } from '../network.ts';
import {
  addMedicine,
  clickInPortal,
  createCustomerWithDraft,
  defaultOrder,
  ORDER_HELD,
  payButton,
} from '../ordering.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { startWith } from '../start/start-with.ts';
import { expectToast } from '../toasts.ts';

// Before an order is paid pharmacies say what they have (rule 64); whoever does something loses the network first.

const SECOND = 'Doliprane 500 mg, boîte de 16';
const NOT_UPDATED = 'Erreur lors de la mise à jour';
/** The repeated job runs once a minute. */
const JOB = { timeout: 90_000 };

// In one worker: the product is started once, and its pharmacies are those of one test at a time.
test.describe.configure({ mode: 'default' });
let product: Awaited<ReturnType<typeof startWith>>;
test.beforeAll(async () => {
  product = await startWith('serve', 'asking');
});
test.afterAll(() => product.stop());

/** The pharmacies that can be asked, in the order in which they are. */
async function openPharmacies(query: Query): Promise<[Person, Person]> {
  await query("update users set active = false where type = 'pharmacy'");
  const create = (name: string) => createPerson(query, 'pharmacy', `Pharmacie ${name}-${uniqueDigits()}`);
  return [await create('Alafia'), await create('Bonou')];
}

/** Orders two medicines up to the summary, pays without a network, then with one: it is placed, and pharmacies are asked. */
async function order(page: Page): Promise<void> {
  await page.goto('/order');
  await addMedicine(page, 'Doliprane 500', SECOND);
  await page.goto('/order?etape=recapitulatif');
  await expect(page.getByRole('main')).toContainText(SECOND);
  await withoutNetwork(page, async () => {
    await payButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: ORDER_HELD })).toBeFocused();
  });
  await payButton(page).click();
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByText('Nous demandons aux pharmacies', { exact: true })).toBeVisible();
  await expectFits(page);
}

const orderOf = async (query: Query, customer: Person) => {
  const [row] = await query<{
    id: string;
    number: string;
    state: string;
    pharmacy: string | null;
    total: number;
  }>(
    'select id, number, state, pharmacy_id as pharmacy, total_fcfa as total from orders where customer_id = $1',
    [customer.id],
  );
  return row!;
};

/** The question of a pharmacy, and its line for a medicine. */
const asked = (shelf: Page, number: string) => shelf.getByRole('region', { name: number });
const lineOf = (shelf: Page, number: string, label: string) =>
  asked(shelf, number).getByRole('group', { name: new RegExp(label) });

for (const width of [PHONE, DESKTOP]) {
  const at = `at ${width.width} px`;

  test(`two pharmacies answer, and the customer pays what the second one has, ${at}`, async ({
    open,
    query,
  }) => {
    test.setTimeout(300_000);
    const [first, second] = await openPharmacies(query);
    const near = await open(width, first.identifier);
    await near.goto('/pharmacy-dashboard');
    const far = await open(width, second.identifier);
    await far.goto('/pharmacy-dashboard');
    const customer = await createCustomerWithDraft(query, `Mère Prévoyante-${uniqueDigits()}`);
    const page = await open(width, customer.storage);
    await order(page);
    const { number } = await orderOf(query, customer);
    await expect(page.getByText(first.name)).toBeVisible();

    // It rings until somebody touches it.
    await expect(asked(near, number).getByText('Nouvelle demande')).toBeVisible();
    await expect(near).toHaveTitle(/Demande/);
    await asked(near, number).getByRole('button', { name: 'Voir' }).click();
    await expect(asked(near, number).getByText('Nouvelle demande')).toBeHidden();
    await expectFits(near);
    await withoutNetwork(near, async () => {
      await lineOf(near, number, defaultOrder.label).getByText('Là', { exact: true }).click();
      await expect(near.getByText('Pas encore envoyé : partira avec la réponse')).toBeVisible();
    });
    await lineOf(near, number, SECOND).getByText('Non', { exact: true }).click();
    await expect(page.getByText('n’a pas', { exact: true })).toBeVisible();
    await near.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await expect(near.getByText(/^Gardez ces boîtes jusqu’à/)).toBeVisible();
    await expect(page.getByText(`${first.name} a une partie de vos médicaments`)).toBeVisible();
    await expect(page.getByText(`Il manque : ${SECOND}.`)).toBeVisible();

    await expect(asked(far, number)).toBeVisible();
    const line = lineOf(far, number, SECOND);
    await line.getByText('Autre boîte ou prix', { exact: true }).click();
    await line.getByLabel('Prix de la boîte (FCFA)').fill('1 1 0 0x');
    await line.getByLabel('Quelle boîte').fill('Boîte de 16, import');
    await expect(line.getByText('Prix invalide')).toBeVisible();
    await line.getByLabel('Prix de la boîte (FCFA)').fill('1 100');
    await expectFits(far);
    await tapTwice(far, far.getByRole('button', { name: 'Le reste est là' }), 'Erreur lors de l’envoi');
    await expect(far.getByText(/^Gardez ces boîtes jusqu’à/)).toBeVisible();
    await expect(asked(near, number).getByText('Merci, trouvé')).toBeVisible();

    await expect(page.getByText(`${second.name} a vos médicaments`)).toBeVisible();
    await expect(page.getByText(/Prix de cette pharmacie\s:\s1\s?100\sF au lieu de/)).toBeVisible();
    await expectFits(page);
    const pay = page.getByRole('button', { name: /^Payer \d/ });
    await tapTwice(page, pay, NOT_UPDATED);
    await clickInPortal(page, 'Accepter le paiement');
    await expectToast(page, 'Commande Modifiée avec succès !');
    expect(await orderOf(query, customer)).toMatchObject({ state: 'pending', pharmacy: second.id });
    await expect(page.getByText(second.name).first()).toBeVisible();
    await expect(far.getByText(number).first()).toBeVisible();
    await expect(far.getByText(/^Gardez ces boîtes jusqu’à/)).toBeHidden();
  });

  test(`a pharmacy is silent, another one answers, and the customer comes back by the bell, ${at}`, async ({
    open,
    query,
  }) => {
    test.setTimeout(400_000);
    const [silent, other] = await openPharmacies(query);
    const deaf = await open(width, silent.identifier);
    await deaf.goto('/pharmacy-dashboard');
    const awake = await open(width, other.identifier);
    await awake.goto('/pharmacy-dashboard');
    const customer = await createCustomerWithDraft(query, `Mère de la Nuit-${uniqueDigits()}`);
    const page = await open(width, customer.storage);
    await order(page);
    const { id, number } = await orderOf(query, customer);
    await expect(asked(deaf, number)).toBeVisible();
    // She closes the page.
    await page.goto('/dashboard');

    await query("update inquiries set asked_at = now() - interval '4 minutes' where order_id = $1", [id]);
    await expect(async () => {
      const { messages } = (await (await page.request.get('/api/dev/sms')).json()) as {
        messages: { to: string; text: string }[];
      };
      const told = messages.filter(({ to }) => to === `+229${silent.phone}`);
      expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(`la demande ${number} attend`)]);
    }).toPass(JOB);
    await query("update inquiries set next_at = now() where order_id = $1 and state = 'asked'", [id]);
    await expect(asked(awake, number)).toBeVisible(JOB);
    await expect(asked(deaf, number).getByText(/vous pouvez encore répondre/)).toBeVisible();

    await tapTwice(awake, awake.getByRole('button', { name: 'Tout est là' }), 'Erreur lors de l’envoi');
    await expect(awake.getByText(/^Gardez ces boîtes jusqu’à/)).toBeVisible();
    await expect(asked(deaf, number).getByText('Merci, trouvé')).toBeVisible();

    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('Vos médicaments sont trouvés').click();
    await page.waitForURL(/\/tracking\?order=/);
    await expect(page.getByText(new RegExp(`^${other.name} garde vos médicaments jusqu’à`))).toBeVisible();
    await expectFits(page);
    const pay = page.getByRole('button', { name: /^Payer \d/ });
    await tapTwice(page, pay, NOT_UPDATED);
    await clickInPortal(page, 'Accepter le paiement');
    await expectToast(page, 'Commande Modifiée avec succès !');
    expect(await orderOf(query, customer)).toMatchObject({ state: 'pending', pharmacy: other.id });
  });
}
