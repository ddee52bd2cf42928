import {
  addMedicine,
  chooseSector,
  createCustomerWithDraft,
  defaultOrder,
  expectDraft,
  goToStep,
  nextStep,
  payButton,
  payWith,
  recordsOf,
  writeAddress,
} from '../ordering.ts';
import { createPerson, uniqueDigits } from '../people.ts';
import { calculateAmounts, formatAmount } from '../prices.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { expectAccessible } from '../visual/accessibility.ts';

test('each step of the form shows what is missing and keeps the input', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Oubli Test');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/order');
  await nextStep(page);
  await expect(page.getByText('Veuillez ajouter au moins un médicament')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ajouter un médicament' })).toBeFocused();

  // Rule 37: a medicine that requires a prescription is found but cannot be added.
  await addMedicine(page, 'tramadol', /Tramadol 50 mg/);
  await expect(page.getByText('Ce médicament demande une ordonnance')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();

  await addMedicine(page, defaultOrder.label, defaultOrder.label);
  await expect(page.getByText('Veuillez ajouter au moins un médicament')).toBeHidden();
  const quantity = page.getByLabel(`Quantité : ${defaultOrder.label}`);
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(page.getByText(`${defaultOrder.label} est retiré.`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(quantity).toHaveValue('1');
  for (const [typed, problem] of [
    ['1,5', 'Quantité entière, 1 au moins'],
    ['5000', '999 au plus'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(page.getByText(problem)).toBeVisible();
    await nextStep(page);
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue(typed);
  }
  await quantity.fill('999');
  await quantity.press('Enter');
  // « Corriger » leads back to the field.
  await nextStep(page);
  await expect(page.getByRole('button', { name: /^Oui, 999/ })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Corriger : ${defaultOrder.label}` }).click();
  await expect(quantity).toBeFocused();
  await quantity.fill(String(defaultOrder.quantity));
  await quantity.press('Enter');
  await goToStep(page, 2);

  await nextStep(page);
  await expect(page.getByText('Zone requise')).toBeVisible();
  await expect(page.getByText('Adresse requise')).toBeVisible();
  await writeAddress(page, '   ');
  await chooseSector(page, 'haie vive', defaultOrder.sector);
  await expect(page.getByText('Zone requise')).toBeHidden();
  await nextStep(page);
  await expect(page.getByText('Adresse requise')).toBeVisible();
  await writeAddress(page, 'x'.repeat(301));
  await nextStep(page);
  await expect(page.getByText('Adresse trop longue (300 caractères maximum)')).toBeVisible();
  await expect(page.getByLabel('Adresse de livraison')).toHaveValue('x'.repeat(301));
  await writeAddress(page, defaultOrder.address);
  await nextStep(page);
  await expectDraft(page);
  await page.reload();
  await expectDraft(page);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
});

test('on a desktop the form shows everything that is missing at once', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Pressé Test');
  const page = await open(DESKTOP, customer.identifier);
  await page.goto('/order');
  await page.getByRole('button', { name: 'Commander' }).click();
  for (const text of ['Veuillez ajouter au moins un médicament', 'Zone requise', 'Adresse requise'])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ajouter un médicament' })).toBeFocused();
});

test('when a price changes before payment, the new total is shown, confirmed, then paid', async ({
  open,
  query,
}) => {
  const medicine = {
    label: `Essai de prix ${uniqueDigits()}`,
    form: 'other',
    quantity: defaultOrder.quantity,
  };
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
     values (gen_random_uuid(), $1, $2, 1255, true, lower($1), now())`,
    [medicine.label, medicine.form],
  );
  const customer = await createCustomerWithDraft(query, 'Prix Test', medicine);
  const before = await calculateAmounts(query, [medicine], defaultOrder.sector);
  const page = await open(PHONE, customer.storage);
  await page.goto('/order?etape=recapitulatif');
  await expect(payButton(page)).toHaveText(`Payer ${formatAmount(before.total)}`);

  await query('update medications set price_fcfa = 1497 where label = $1', [medicine.label]);
  const after = await calculateAmounts(query, [medicine], defaultOrder.sector);
  const message = `Le montant a changé : ${formatAmount(after.total)}. Veuillez vérifier puis confirmer.`;
  await payButton(page).click();
  await expectToast(page, message);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
  await expect(page.getByRole('main')).toContainText(`Médicaments${formatAmount(after.medicines)}`);
  await expect(page.getByRole('main')).toContainText(
    `Commission de service (10 %)${formatAmount(after.commission)}`,
  );
  await expect(page.getByRole('main')).toContainText(defaultOrder.address);
  expect(await recordsOf(query, customer)).toMatchObject({ payments: [] });

  await expect(payButton(page)).toHaveText(`Confirmer et payer ${formatAmount(after.total)}`);
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('main')).toContainText(`Montant payé${formatAmount(after.total)}`);
});

test('a medicine deleted from the catalogue is named and can be removed', async ({ open, query }) => {
  const medicine = { label: `Essai de retrait ${uniqueDigits()}`, form: 'other' };
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
     values (gen_random_uuid(), $1, $2, 500, true, lower($1), now())`,
    [medicine.label, medicine.form],
  );
  const customer = await createCustomerWithDraft(query, 'Retrait Test', medicine);
  const page = await open(PHONE, customer.storage);
  await page.goto('/order?etape=recapitulatif');
  await expect(payButton(page)).toBeVisible();
  await query('update medications set deleted_at = now() where label = $1', [medicine.label]);
  await payButton(page).click();
  await expectToast(page, "Ce médicament n'est plus disponible");
  const line = page.getByRole('list', { name: 'Médicaments choisis' }).getByRole('listitem');
  await expect(line).toContainText("Ce médicament n'est plus disponible");
  await page.getByRole('button', { name: `Une unité de moins : ${medicine.label}` }).click();
  await page.getByRole('button', { name: `Retirer ${medicine.label}` }).click();
  await expect(line).toBeHidden();
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
});
