import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { createPrescription } from '../documents.ts';
import { defaultOrder } from '../ordering.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson, type Person } from '../people.ts';
import { deliverOrder } from '../prescriptions/delivery.ts';
import { expect, PHONE, type Query, test } from '../product.ts';
import { callAs } from '../session.ts';
import { expectToast } from '../toasts.ts';
import { findClipped, findOverflow, findSmallTargets } from '../visual/boxes.ts';

const NAME = 'Sage-femme Rachidatou-Espérance Adéchokan-Houénoukpo';

interface Ended {
  /** The e-mail address of the prescriber. */
  prescriber: string;
  pharmacy: Person;
  prescription: string;
  order: string;
  medicines: number;
  share: number;
}

/** An order with a prescription, ended now, through the API. */
async function endOrder(query: Query): Promise<Ended> {
  const customer = await createPerson(query, 'customer', 'Cliente du Relevé');
  const prescription = await createPrescription(query, customer, NAME);
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const { transactionId } = await callAs(customer.identifier, 'POST', '/api/payments', {
    order: {
      prescription: { type: 'numerical', prescriptionNumber: prescription },
      deliveryZone: zone!.id,
      deliveryAddress: defaultOrder.address,
    },
  });
  await approvePayment(customer, transactionId);
  const [order] = await query<{
    id: string;
    number: string;
    medicines: number;
    share: number;
    email: string;
  }>(
    `select o.id, o.number, medicines_fcfa as medicines, commission_fcfa / 2 as share, email
     from orders o join prescriptions p on p.id = o.prescription_id join users u on u.id = p.author_id where p.number = $1`,
    [prescription],
  );
  const { id, number, medicines, share, email } = order!;
  const pharmacy = await deliverOrder(query, id);
  await callAs('superviseur@amasin.demo', 'PATCH', `/api/orders/${id}/status`, { status: 'ended' });
  return { prescriber: email, pharmacy, prescription, order: number, medicines, share };
}

/** Presses the button of this format, and reads the file that the browser saves. */
async function download(page: Page, format: 'PDF' | 'CSV'): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('list', { name: 'Relevés par mois' })
      .getByRole('button', { name: new RegExp(`^${format} : Relevé `) })
      .first()
      .click(),
  ]);
  const name = saved.suggestedFilename();
  expect(name).toMatch(new RegExp(`^releve-\\d{4}-\\d\\d-provisoire\\.${format.toLowerCase()}$`));
  await expectToast(page, `Relevé téléchargé : ${name}`);
  return readFile(await saved.path());
}

/** The text of each page of a PDF, with single spaces. */
async function readPages(bytes: Buffer): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return pages.map((text) => text.replace(/\s+/g, ' '));
}

const linesOf = (csv: Buffer) => csv.toString('utf8').trimEnd().split('\r\n');
const written = (amount: number) => `${new Intl.NumberFormat('fr-FR').format(amount).replace(/\s/g, ' ')} F`;

/** Nothing overflows a telephone, and buttons are as large as a finger. */
async function expectFits(page: Page): Promise<void> {
  for (const find of [findClipped, findOverflow, findSmallTargets])
    await expect.poll(() => page.evaluate(find)).toEqual([]);
}

test('a prescriber and a pharmacy download the statement of a month, as a PDF and a CSV', async ({
  open,
  query,
}) => {
  const { prescriber, pharmacy, prescription, order, medicines, share } = await endOrder(query);

  const gains = await open(PHONE, prescriber, { touch: true });
  await gains.goto('/doctor-dashboard?tab=gains');
  const row = gains.getByRole('list', { name: 'Relevés par mois' }).getByRole('listitem');
  await expect(row).toHaveText(/Provisoire/);
  await expectFits(gains);
  const own = linesOf(await download(gains, 'CSV'));
  expect(own).toHaveLength(4);
  expect(own[2]).toMatch(new RegExp(`^[\\d-]{10} [\\d:]{8};Gain;${prescription};;;;${share};;;;${share}$`));
  expect(own[3]).toBe(`;Solde de clôture;;;;;;;;;${share}`);
  const [page, ...others] = await readPages(await download(gains, 'PDF'));
  expect(others).toEqual([]);
  for (const text of [NAME, `Gain · ${prescription}`, `Solde de clôture ${written(share)}`])
    expect(page).toContain(text);

  const till = await open(PHONE, pharmacy.identifier, { touch: true });
  await till.goto('/pharmacy-dashboard');
  await till.getByRole('link', { name: 'Relevés' }).click();
  await expect(till.getByRole('heading', { name: 'Ce qui vous est dû' })).toBeVisible();
  await expect(till.getByRole('list', { name: 'Relevés par mois' })).toContainText('Médicaments remis');
  await expectFits(till);
  const sold = linesOf(await download(till, 'CSV'));
  expect(sold[2]).toMatch(new RegExp(`;Médicaments remis;${order};;;;${medicines};;;;${medicines}$`));
  expect(sold[3]).toBe(`;Solde de clôture;;;;;;;;;${medicines}`);
  const [sheet] = await readPages(await download(till, 'PDF'));
  for (const text of [pharmacy.name, order, `Solde de clôture ${written(medicines)}`])
    expect(sheet).toContain(text);

  await till.context().setOffline(true);
  await till.getByRole('button', { name: /^PDF : / }).click();
  await expectToast(till, 'Erreur lors du téléchargement. Vérifiez votre réseau, puis réessayez.');
  await till.context().setOffline(false);
});
