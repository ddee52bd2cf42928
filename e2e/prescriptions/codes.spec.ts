import { createPhoto, createPrescription } from '../documents.ts';
import {
  clickInPortal,
  createCustomerWithDraft,
  defaultOrder,
  goToStep,
  nextStep,
  ORDER_PLACED,
  payButton,
  recordsOf,
} from '../ordering.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { callAs, uploadAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

test('a customer pays a price that a prescriber typed, once a pharmacist has checked it', async ({
  open,
  query,
}) => {
  const doctor = await createPerson(query, 'partnerDoctor', 'Prescripteur des Prix');
  const agent = await createPerson(query, 'agent', 'Lectrice des Prix');
  const customer = await createCustomerWithDraft(query, 'Cliente des Prix');
  const staffPage = await open(DESKTOP, agent.identifier);
  const label = `Sirop de miel ${agent.id}`;
  const { medication } = await callAs(doctor.identifier, 'POST', '/api/medications', {
    label,
    form: 'syrup',
    price: 1,
  });
  const url = await uploadAs(doctor.identifier, await createPhoto(staffPage, 320, 240, 0.1), 'prescription');
  const { prescription } = await callAs(doctor.identifier, 'POST', '/api/prescriptions', {
    patientName: 'Afi Kpadé',
    patientPhone: '0197111111',
    items: [{ medicationId: medication._id, quantity: 3 }],
    url,
  });
  const number: string = prescription.prescriptionNumber;

  const page = await open(PHONE, customer.storage);
  await page.goto('/order');
  await page.getByText('Code d’ordonnance').click();
  await page.getByLabel('Numéro d’ordonnance').fill(number);
  const found = page.getByRole('region', { name: `Ordonnance ${number}` });
  await expect(found.getByRole('listitem').filter({ hasText: label })).toContainText('à vérifier');
  await goToStep(page, 2);
  await nextStep(page);
  const notice = page.getByRole('status').filter({ hasText: 'Vérification en cours' });
  await expect(notice).toContainText(label);
  await expect(page.getByRole('button', { name: /^(Commander|Payer)/ })).toHaveCount(0);
  const look = page.getByRole('button', { name: 'Voir si le prix est vérifié' }).last();
  await look.click();
  await expect(notice).toBeVisible();

  await staffPage.goto('/agent-dashboard?tab=verifier');
  const card = staffPage.getByRole('form', { name: label });
  await expect(card.getByText(number)).toBeVisible();
  await card.getByLabel('Prix vérifié (FCFA)').fill('2000');
  await card.getByRole('button', { name: `Approuver le prix de ${label}` }).click();
  await expectToast(staffPage, 'Prix vérifié');
  await expect(card).toBeHidden();

  await look.click();
  await expect(notice).toBeHidden();
  const digits = (text: string) => Number(text.replace(/\D/g, ''));
  const [zone] = await query<{ fee: number }>('select price_fcfa as fee from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const medicines = 3 * 2000;
  const total = zone!.fee + medicines + medicines / 10;
  await expect.poll(async () => digits(await payButton(page).innerText())).toBe(total);
  await payButton(page).click();
  await clickInPortal(page, 'Accepter le paiement');
  await expectToast(page, ORDER_PLACED);
});

test('a customer reads that a code is unknown, incomplete, or was used by someone else while she paid', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Code Servi');
  const number = await createPrescription(query, customer);
  const page = await open(PHONE, customer.storage);
  await page.goto('/order');
  await page.getByText('Code d’ordonnance').click();
  const code = page.getByLabel('Numéro d’ordonnance');
  const notFound = page.getByText('Aucune ordonnance trouvée');
  await code.fill('ORD-99999999');
  await expect(notFound).toBeVisible();
  await nextStep(page);
  await expect(page.getByText("Veuillez entrer un numéro d'ordonnance valide")).toBeVisible();
  await expect(code).toHaveValue('ORD-99999999');
  await code.fill(number.slice(0, 8));
  await expect(page.getByText('Un numéro d’ordonnance compte 8 chiffres.')).toBeVisible();

  await code.fill(number.slice(4));
  await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toContainText(defaultOrder.label);
  await goToStep(page, 2);
  await nextStep(page);
  await expect(payButton(page)).toBeVisible();
  const other = await createCustomerWithDraft(query, 'Code Pris');
  const { zoneId, address } = JSON.parse(other.storage.origins[0]!.localStorage[1]!.value);
  const order = {
    prescription: { type: 'numerical', prescriptionNumber: number },
    deliveryZone: zoneId,
    deliveryAddress: address,
  };
  const { transactionId } = await callAs(other.identifier, 'POST', '/api/payments', { order });
  await payButton(page).click();
  await expectToast(page, 'Cette ordonnance a déjà été utilisée');
  await approvePayment(other, transactionId);
  await page.goto('/order?etape=recapitulatif');
  await page.getByRole('button', { name: 'Commander' }).last().click();
  await expect(page.getByText("Veuillez entrer un numéro d'ordonnance valide")).toBeVisible();
  await expect(notFound).toBeVisible();
  await expect(code).toHaveValue(number.slice(4));
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
  expect(await recordsOf(query, other)).toMatchObject({ orders: 1, payments: ['paid'] });
});
