import {
  addMedicine,
  booksOf,
  chooseQuarter,
  expectWritten,
  goOn,
  goOnTo,
  payButton,
  payWith,
  usual,
  writeAddress,
  writer,
} from './ordering.ts';
import { meet, uniqueDigits } from './people.ts';
import { reckon, written } from './prices.ts';
import { DESK, expect, expectToast, PHONE, test } from './product.ts';

test('the form says what is missing, step by step, and keeps what was written', async ({ open, query }) => {
  const customer = await meet(query, 'customer', 'Oubli Test');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/order');
  await goOn(page);
  await expect(page.getByText('Veuillez ajouter au moins un médicament')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ajouter un médicament' })).toBeFocused();

  // RULES 37: what demands a prescription is found, and not handed over.
  await addMedicine(page, 'tramadol', /Tramadol 50 mg/);
  await expect(page.getByText('Ce médicament demande une ordonnance')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();

  await addMedicine(page, usual.label, usual.label);
  await expect(page.getByText('Veuillez ajouter au moins un médicament')).toBeHidden();
  const quantity = page.getByLabel(`Quantité : ${usual.label}`);
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(page.getByText(`${usual.label} est retiré.`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(quantity).toHaveValue('1');
  await quantity.fill('5000');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('999');
  await quantity.fill(String(usual.quantity));
  await quantity.press('Enter');
  await goOnTo(page, 2);

  await goOn(page);
  await expect(page.getByText('Zone requise')).toBeVisible();
  await expect(page.getByText('Adresse requise')).toBeVisible();
  await writeAddress(page, '   ');
  await chooseQuarter(page, 'haie vive', usual.quarter);
  await expect(page.getByText('Zone requise')).toBeHidden();
  await goOn(page);
  await expect(page.getByText('Adresse requise')).toBeVisible();
  await writeAddress(page, 'x'.repeat(301));
  await goOn(page);
  await expect(page.getByText('Adresse trop longue (300 caractères maximum)')).toBeVisible();
  await expect(page.getByLabel('Adresse de livraison')).toHaveValue('x'.repeat(301));
  await writeAddress(page, usual.address);
  await goOn(page);
  await expectWritten(page);
  await page.reload();
  await expectWritten(page);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
});

test('on a desk everything that is missing is said at once', async ({ open, query }) => {
  const customer = await meet(query, 'customer', 'Pressé Test');
  const page = await open(DESK, customer.identifier);
  await page.goto('/order');
  await page.getByRole('button', { name: 'Payer' }).click();
  for (const words of ['Veuillez ajouter au moins un médicament', 'Zone requise', 'Adresse requise'])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ajouter un médicament' })).toBeFocused();
});

test('a price that changed before paying: the new total is shown, agreed to, then paid', async ({
  open,
  query,
}) => {
  const medicine = { label: `Essai de prix ${uniqueDigits()}`, form: 'other', quantity: usual.quantity };
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
     values (gen_random_uuid(), $1, $2, 1255, true, lower($1), now())`,
    [medicine.label, medicine.form],
  );
  const customer = await writer(query, 'Prix Test', medicine);
  const before = await reckon(query, [medicine], usual.quarter);
  const page = await open(PHONE, customer.kept);
  await page.goto('/order?etape=recapitulatif');
  await expect(payButton(page)).toHaveText(`Payer ${written(before.total)}`);

  await query('update medications set price_fcfa = 1497 where label = $1', [medicine.label]);
  const after = await reckon(query, [medicine], usual.quarter);
  const message = `Le montant a changé : ${written(after.total)}. Veuillez vérifier puis confirmer.`;
  await payButton(page).click();
  await expectToast(page, message);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
  await expect(page.getByRole('main')).toContainText(`Médicaments${written(after.medicines)}`);
  await expect(page.getByRole('main')).toContainText(`Commission (10 %)${written(after.commission)}`);
  await expect(page.getByRole('main')).toContainText(usual.address);
  expect(await booksOf(query, customer)).toMatchObject({ payments: [] });

  await expect(payButton(page)).toHaveText(`Confirmer et payer ${written(after.total)}`);
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('main')).toContainText(`Montant payé${written(after.total)}`);
});

test('a medicine taken off the catalogue is named, and can be removed', async ({ open, query }) => {
  const medicine = { label: `Essai de retrait ${uniqueDigits()}`, form: 'other' };
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
     values (gen_random_uuid(), $1, $2, 500, true, lower($1), now())`,
    [medicine.label, medicine.form],
  );
  const customer = await writer(query, 'Retrait Test', medicine);
  const page = await open(PHONE, customer.kept);
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
  expect(await booksOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
});
