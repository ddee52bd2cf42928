import { attachPhoto, createPhoto, createPrescription } from '../documents.ts';
import {
  createCustomerWithDraft,
  defaultOrder,
  goToStep,
  nextStep,
  payButton,
  recordsOf,
} from '../ordering.ts';
import { approvePayment } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { callAs } from '../session.ts';
import { expectToast } from '../toasts.ts';

test('an order without its file or code, or with an invalid file, is not sent, and the form keeps its input', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Ordonnance Oubliée');
  const page = await open(PHONE, customer.storage);
  const noFile = page.getByText('Veuillez uploader votre ordonnance');
  await page.goto('/order');
  await page.getByText('Ordonnance photographiée').click();
  await nextStep(page);
  await expect(noFile).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeFocused();

  const executable = Buffer.from(`MZ\u0090${'\0'.repeat(600)}This program cannot be run in DOS mode.`);
  const website = Buffer.from('<!doctype html><title>Ordonnance</title><script>alert(1)</script>');
  for (const [name, mimeType, buffer, message] of [
    ['ordonnance.jpg', 'image/jpeg', executable, /^Cette image ne peut pas être lue/],
    ['ordonnance.pdf', 'application/pdf', website, /^Format non accepté : image \(JPEG, PNG, WebP\) ou PDF/],
  ] as const) {
    await page.getByTestId('files').setInputFiles({ name, mimeType, buffer });
    await expect(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choisir un autre fichier' })).toBeVisible();
  }

  await page.getByText('Code d’ordonnance').click();
  await nextStep(page);
  await expect(page.getByText('Numéro requis')).toBeVisible();
  await page.goto('/order?etape=recapitulatif');
  await payButton(page)
    .or(page.getByRole('button', { name: 'Commander', exact: true }))
    .last()
    .click();
  await expect(page.getByText('Numéro requis')).toBeVisible();
  await expect(page.getByLabel('Numéro d’ordonnance')).toBeFocused();

  await page.getByText('Ordonnance photographiée').click();
  await attachPhoto(page, await createPhoto(page));
  await expect(noFile).toBeHidden();
  // The input of the other kinds of order and of the other steps remains, even after a reload.
  await page.goto('/order');
  await expect(page.getByText('Fichier joint').filter({ visible: true })).toBeVisible();
  await nextStep(page);
  await expect(page.getByLabel('Adresse de livraison')).toHaveValue(defaultOrder.address);
  await nextStep(page);
  await expect(page.getByRole('button', { name: 'Commander', exact: true }).last()).toBeVisible();
  await page.goto('/order');
  await page.getByText('Sans ordonnance').click();
  await expect(page.getByLabel(`Quantité : ${defaultOrder.label}`)).toHaveValue(
    String(defaultOrder.quantity),
  );
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
});

test('a medicine that is not found leads to the photograph of its box, by pointer and by keyboard', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Boîte Inconnue');
  const page = await open(PHONE, customer.storage);
  const photograph = page.getByRole('radio', { name: /^Ordonnance photographiée/ });
  const offer = page.getByRole('button', { name: 'Envoyer la photo de la boîte' });
  await page.goto('/order');
  const search = page.getByRole('combobox', { name: 'Ajouter un médicament' });
  await search.fill('Xylomédine');
  await expect(page.getByText('Nous n’avons pas trouvé ce médicament.')).toBeVisible();
  await expect(
    page.getByText(/Les médicaments déjà choisis ne seront pas dans cette commande/),
  ).toBeVisible();
  await offer.click();
  await expect(photograph).toBeChecked();
  await expect(photograph).toBeFocused();
  await expect(page.getByText('Photo de votre ordonnance ou de la boîte')).toBeVisible();

  await page.getByText('Sans ordonnance').click();
  await search.fill('Xylomédine');
  await expect(offer).toBeVisible();
  await offer.press('Enter');
  await expect(photograph).toBeFocused();
});

test('an unknown code, an incomplete one, and one that another customer used first are rejected', async ({
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

test('an insurance card with an invalid rate or without a picture is rejected, and so is a second card', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Taux Test');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/profile?carte=1');
  const form = page.getByRole('dialog', { name: 'Ajouter une carte d’assurance' });
  const rate = form.getByLabel('Taux de prise en charge (%)');
  const save = form.getByRole('button', { name: 'Enregistrer la carte' });
  await form.getByLabel('Nom de l’assurance (facultatif)').fill('Mutuelle d’essai');
  for (const typed of ['4', '101', '50,5', 'abc']) {
    await rate.fill(typed);
    await save.click();
    await expect(form.getByText('Le taux doit être compris entre 5 et 100')).toBeVisible();
    await expect(form.getByText('Fichier requis !')).toBeVisible();
    await expect(rate).toHaveValue(typed);
  }
  await rate.fill('50');
  await save.click();
  await expect(form.getByText('Le taux doit être compris entre 5 et 100')).toBeHidden();
  await expect(form.getByText('Fichier requis !')).toBeVisible();
  await attachPhoto(page, await createPhoto(page), 'carte.jpg');
  await expect(form.getByText('Fichier requis !')).toBeHidden();
  await expect(form.getByLabel('Nom de l’assurance (facultatif)')).toHaveValue('Mutuelle d’essai');

  // Another device of the customer saves a card first: a customer has one card.
  const [file] = await query<{ key: string }>('select key from files where owner_id = $1', [customer.id]);
  await callAs(customer.identifier, 'POST', '/api/insurances', { label: 'Autre', taux: 20, url: file!.key });
  // Shown below the form, which does not become one that overwrites it.
  await expect(page.getByText('Autre', { exact: true })).toBeVisible();
  await save.click();
  await expectToast(page, "Vous avez déjà une carte d'assurance");
});

test('a payout of 0, of a text, of more than is due, or to no partner is rejected', async ({ open }) => {
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await page.goto('/cpanel?tab=benefice');
  const field = page.getByLabel('Montant à payer au superadmin (F)');
  const pay = page
    .getByRole('form', { name: 'Paiement du superadmin' })
    .getByRole('button', { name: 'Payer' });
  const problem = page.getByText('Montant invalide');
  for (const typed of ['', '0', '-5', 'abc']) {
    await field.fill(typed);
    await pay.click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await field.fill('1,5');
  await pay.click();
  await expect(problem).toBeVisible();
  await field.fill('999 999 999');
  await expect(problem).toBeHidden();
  await pay.click();
  await expect(page.getByText(/^Montant supérieur au reste à payer \([\d\s]+F\)$/)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Payer sélectionnés' }).click();
  await expectToast(page, 'Veuillez sélectionner au moins un partenaire');
});
