import type { Page } from '@playwright/test';
import { addItem, attachPhoto, createPhoto } from '../documents.ts';
import { expectFits } from '../fits.ts';
import { ADVICE, tapTwice, withoutNetwork } from '../network.ts';
import {
  clickInPortal,
  createCustomerWithDraft,
  defaultOrder,
  goToStep,
  nextStep,
  ORDER_HELD,
  ORDER_PLACED,
  payButton,
} from '../ordering.ts';
import { createPerson, type Person } from '../people.ts';
import { DESKTOP, expect, type Open, PHONE, type Query, test } from '../product.ts';
import { callAs, uploadAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

// A prescription is used up by the box: a part now, the rest later, by somebody else too; iron for three months. Whoever does
// something loses the network first.

const digits = (text: string) => Number(text.replace(/\D/g, ''));

/** A prescription of two medicines, the dearer one first. */
async function prescribeTwo(open: Open, query: Query) {
  const doctor = await createPerson(query, 'partnerDoctor', 'Sage-femme des Restes');
  const page = await open(DESKTOP, doctor.identifier);
  const medicines = await query<{ id: string; label: string; price: number }>(
    `select id, label, price_fcfa as price from medications where price_fcfa between 500 and 9999 and reviewed
       and deleted_at is null order by price_fcfa desc, id limit 2`,
  );
  const url = await uploadAs(doctor.identifier, await createPhoto(page, 320, 240, 0.1), 'prescription');
  const { prescription } = await callAs(doctor.identifier, 'POST', '/api/prescriptions', {
    patientName: 'Afi Kpadé',
    patientPhone: '0197111111',
    items: medicines.map(({ id }) => ({ medicationId: id, quantity: 1 })),
    url,
  });
  return { doctor, page, number: prescription.prescriptionNumber as string, medicines };
}

const NO_NETWORK = `Pas de connexion. ${ADVICE}`;

/** Orders with a code, which is typed without a network, up to the summary. */
async function toSummary(page: Page, number: string): Promise<void> {
  await page.goto('/order');
  await page.getByText('Code d’ordonnance').click();
  await withoutNetwork(page, async () => {
    await page.getByLabel('Numéro d’ordonnance').fill(number);
    await expect(page.getByText(NO_NETWORK)).toBeVisible();
  });
  await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toBeVisible();
  // A wide page shows all steps at once.
  if (page.viewportSize()!.width >= DESKTOP.width) return;
  await goToStep(page, 2);
  await nextStep(page);
}

async function pay(page: Page): Promise<void> {
  await withoutNetwork(page, async () => {
    await payButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: ORDER_HELD })).toBeFocused();
  });
  await payButton(page).click();
  await clickInPortal(page, 'Accepter le paiement');
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);
}

const paidOf = async (query: Query, { id }: Person) => {
  const [row] = await query<{ paid: number; lines: string[] }>(
    `select paid_fcfa as paid, array(select label from order_items where order_id = o.id) as lines
     from orders o where customer_id = $1 order by created_at desc limit 1`,
    [id],
  );
  return row!;
};

for (const width of [PHONE, DESKTOP]) {
  const at = `at ${width.width} px`;

  test(`a mother pays what fits in her purse, and her sister orders the rest with the same number, ${at}`, async ({
    open,
    query,
  }) => {
    const { doctor, page: desk, number, medicines } = await prescribeTwo(open, query);
    const [dear, cheap] = medicines;
    const mother = await createCustomerWithDraft(query, 'Mère du Reste');
    const page = await open(width, mother.storage);
    await toSummary(page, number);
    const whole = digits(await payButton(page).innerText());

    await page.getByRole('button', { name: 'Je n’ai pas toute la somme' }).click();
    await page.getByLabel('J’ai (F)').fill('10');
    await page.getByRole('button', { name: 'Voir ce que je peux prendre' }).click();
    await expect(page.getByText(/ne suffisent pas/)).toBeVisible();
    await expectFits(page);
    await page.getByLabel('J’ai (F)').fill(String(whole - 1));
    await page.getByRole('button', { name: 'Voir ce que je peux prendre' }).click();
    await expect(page.getByText(/^1\smédicament sur 2/)).toBeVisible();
    await expect(page.getByText('reste à commander plus tard, avec le même numéro, avant le')).toBeVisible();
    await expectFits(page);
    await expect.poll(async () => digits(await payButton(page).innerText())).toBeLessThan(whole);
    const part = digits(await payButton(page).innerText());
    await pay(page);
    expect(await paidOf(query, mother)).toEqual({ paid: part, lines: [dear!.label] });
    const rest = page.getByText('Il vous reste à prendre');
    await expect(rest).toBeVisible();
    await expect(page.getByText(`1 × ${cheap!.label}`).first()).toBeVisible();
    await expectFits(page);

    await desk.goto(`/doctor-dashboard?prescription=${number}`);
    const dialog = desk.getByRole('dialog', { name: `Ordonnance ${number}` });
    await expect(dialog.getByText('Entamée')).toBeVisible();
    await expect(dialog.getByText(/1\sboîte sur 1 commandée/)).toBeVisible();

    const sister = await createCustomerWithDraft(query, 'Sœur du Reste');
    const other = await open(width, sister.storage);
    await toSummary(other, number);
    await pay(other);
    expect((await paidOf(query, sister)).lines).toEqual([cheap!.label]);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
    await expect(rest).toBeHidden();
    const [row] = await query<{ used: boolean }>(
      'select used_at is not null as used from prescriptions where number = $1 and author_id = $2',
      [number, doctor.id],
    );
    expect(row!.used).toBe(true);
  });

  test(`a midwife writes iron for three months, and it is ordered again in two taps, ${at}`, async ({
    open,
    query,
  }) => {
    const midwife = await createPerson(query, 'partnerDoctor', 'Sage-femme du Fer');
    const desk = await open(width, midwife.identifier);
    await desk.goto('/doctor-dashboard');
    await desk.getByRole('button', { name: 'Nouvelle ordonnance' }).first().click();
    const dialog = desk.getByRole('dialog', { name: 'Nouvelle ordonnance' });
    await dialog.getByLabel('Nom du patient').fill('Mère du Fer');
    await dialog.getByLabel('Téléphone du patient').fill('0197222222');
    await attachPhoto(desk, await createPhoto(desk));
    await addItem(desk, { label: defaultOrder.label, quantity: 1 });
    await dialog.getByRole('button', { name: /^Renouvellement, date limite/ }).click();
    await dialog.getByLabel('Renouvellements').selectOption('2');
    await dialog.getByLabel('Tous les').selectOption('30');
    await expectFits(desk);
    await tapTwice(desk, dialog.getByRole('button', { name: 'Créer' }), 'Erreur création ordonnance');
    await expectToast(desk, 'Ordonnance créée');
    const given = desk.getByRole('region', { name: 'Numéro à donner au patient' });
    const number = (await given.innerText()).match(/ORD-\d{8}/)![0];
    await expect(desk.getByText(/2\srenouvellements, tous les 30 jours/)).toBeVisible();

    const mother = await createCustomerWithDraft(query, 'Mère du Fer');
    const page = await open(width, mother.storage);
    await toSummary(page, number);
    await pay(page);
    await expect(page.getByText('À renouveler')).toBeVisible();
    await expect(page.getByText(/2\srenouvellements, le prochain dès le/)).toBeVisible();
    await expectFits(page);

    await withoutNetwork(page, async () => {
      await page.getByRole('link', { name: 'Renouveler' }).click();
      await expect(page.getByText(NO_NETWORK)).toBeVisible();
    });
    await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toBeVisible();
  });
}
