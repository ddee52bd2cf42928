import { attachPhoto, createInsuranceCard, createPhoto, createPrescription } from '../documents.ts';
import { createCustomerWithDraft, defaultOrder, goToStep, nextStep } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { accounts, longNames, sizes } from '../start/sizes.ts';
import { changeResponse, checkAppearance, openPage } from './appearance.ts';

for (const size of sizes) {
  const { orders, agent, prescriber } = accounts[size];

  test(`the prescriber’s page: ${orders} prescriptions`, async ({ open }) => {
    const page = await open(PHONE, prescriber);
    await openPage(page, '/doctor-dashboard', 'Mes ordonnances · Amasin');
    const rows = page.getByRole('list', { name: 'Mes ordonnances', exact: true }).locator('> li');
    if (size === 'none') {
      await expect(page.getByRole('heading', { name: 'Vous n’avez pas encore d’ordonnance' })).toBeVisible();
    }
    await expect(rows).toHaveCount(Math.min(orders, 50));
    await checkAppearance(page, size);
    if (size !== 'few') return;

    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Gains' }).click();
    await expect(page.getByRole('region', { name: /^Gains de/ })).toContainText(/Total gain[\s\d]+F/);
    await checkAppearance(page);
    await page.setViewportSize(PHONE);
    await page.goBack();

    await rows.filter({ hasText: 'En attente' }).first().getByRole('link').click();
    const prescription = page.getByRole('dialog', { name: /^Ordonnance ORD-/ });
    await expect(prescription.getByRole('list', { name: 'Médicaments' })).toBeVisible();
    await expect(prescription.getByRole('button', { name: 'Voir le fichier ordonnancé' })).toBeVisible();
    await checkAppearance(page);
    await page.setViewportSize(PHONE);
    await prescription.getByRole('button', { name: 'Voir le fichier ordonnancé' }).click();
    await expect(
      page.getByRole('dialog').getByRole('img', { name: 'Ordonnance', exact: true }),
    ).toBeVisible();
    await checkAppearance(page);
    await page.goto('/doctor-dashboard?write=new');
    const form = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
    await form.getByLabel('Ajouter un médicament').fill(defaultOrder.label.slice(0, 8));
    await form.getByRole('button', { name: defaultOrder.label }).first().click();
    await expect(form.getByLabel(`Quantité : ${defaultOrder.label}`)).toHaveValue('1');
    await form.getByLabel('Ajouter un médicament').fill('inconnu-du-catalogue');
    await form.getByRole('button', { name: 'Créer', exact: true }).click();
    await expect(form.getByText('Veuillez joindre un fichier')).toBeVisible();
    await checkAppearance(page);
  });

  test(`the pharmacist’s page: ${orders} photographed prescriptions`, async ({ open }) => {
    const page = await open(DESKTOP, agent);
    // Unassigned orders, including those of other tests, are visible to every pharmacist.
    if (size === 'none') await changeResponse(page, '**/api/orders?*', withoutOrders);
    const q = size === 'few' ? `?q=${encodeURIComponent(`${longNames.patient} 3`)}` : '';
    await openPage(page, `/agent-dashboard${q}`, 'Ordonnances à lire · Amasin');
    const rows = page.getByRole('list', { name: 'Commandes', exact: true }).locator('> li');
    if (size === 'none') {
      await expect(page.getByRole('heading', { name: 'Aucune ordonnance à lire' })).toBeVisible();
    } else if (size === 'few') await expect(rows).toHaveCount(orders);
    else await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(orders);
    await checkAppearance(page, size);
    if (size !== 'few') return;

    await page.setViewportSize(DESKTOP);
    await rows.first().getByRole('link', { name: /^CMD-/ }).click();
    await expect(page.getByRole('img', { name: 'Ordonnance', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enregistrer l’ordonnance' })).toBeVisible();
    await expect(page.getByText('Commande passée').first()).toBeVisible();
    await checkAppearance(page);
    await page.setViewportSize(DESKTOP);
    await page.getByText('J’ai un code').click();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Toutes les commandes' }).click();
    await rows.filter({ hasText: 'Non payée' }).getByRole('link', { name: /^CMD-/ }).click();
    await expect(page.getByText('Le client est prévenu et peut payer.')).toBeVisible();
    await checkAppearance(page);
  });
}

test('the dialog to process a prescription, with the prescription and the insurance card', async ({
  open,
  query,
}) => {
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  const order = await findPhotoOrder(query, 'unpriced');
  await page.goto(`/supervisor-dashboard?order=${order.id}`);
  await page.getByRole('button', { name: 'Traiter' }).click();
  const dialog = page.getByRole('dialog', { name: `Traiter ${order.number}` });
  await expect(dialog.getByRole('img', { name: 'Ordonnance', exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Ajouter un médicament')).toBeVisible();
  await checkAppearance(page);
});

test('the customer’s page of a priced order with an insurance card', async ({ open, query }) => {
  const page = await open(PHONE, accounts.few.patient);
  const { id, number } = await findPhotoOrder(query, 'priced');
  await page.goto(`/tracking?order=${id}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Payer / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voir la carte' })).toBeVisible();
  await checkAppearance(page);
});

test('the super administrator’s orders and prescriptions', async ({ open }) => {
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await openPage(page, '/cpanel?tab=orders', 'Administration · Amasin');
  await expect(
    page.getByRole('list', { name: 'Commandes', exact: true }).locator('> li').first(),
  ).toBeVisible();
  await checkAppearance(page, 'many');
  await openPage(page, '/cpanel?tab=prescriptions', 'Administration · Amasin');
  const rows = page.getByRole('list', { name: 'Ordonnances', exact: true }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await checkAppearance(page, 'many');
  await page.setViewportSize(PHONE);
  const ends = await rows
    .getByText(/^(Utilisée|En attente)$/)
    .evaluateAll((states) => states.map((state) => Math.round(state.getBoundingClientRect().right)));
  expect(new Set(ends).size, 'the states of the cards end at the same place').toBe(1);
  await page.setViewportSize(DESKTOP);
  await page.getByRole('link', { name: 'Utilisées' }).click();
  // The rows of all prescriptions stay until the filtered ones are there.
  await expect(rows.filter({ hasNotText: 'Utilisée' })).toHaveCount(0);
  await rows.first().getByRole('link').click();
  const prescription = page.getByRole('dialog', { name: /^Ordonnance ORD-/ });
  await expect(prescription.getByRole('link', { name: 'Voir la commande' })).toBeVisible();
  await checkAppearance(page);
});

for (const partners of [0, 3, 40]) {
  test(`the benefits: ${partners} partners`, async ({ open }) => {
    const page = await open(DESKTOP, 'admin@amasin.demo');
    await changeResponse(page, '**/api/benefics/superadmin', (body) => ({
      ...body,
      ...benefitsOf(partners),
    }));
    await openPage(page, '/cpanel?tab=benefice', 'Administration · Amasin');
    const rows = page.getByRole('list', { name: 'Partenaires', exact: true }).locator('> li');
    await expect(rows).toHaveCount(partners);
    if (partners === 0) await expect(page.getByText('Aucun partenaire pour l’instant')).toBeVisible();
    // A row of the long list is half below the sticky payment until one scrolls.
    const except = partners === 40 ? ['target-size'] : [];
    await checkAppearance(page, partners === 0 ? 'none' : partners === 3 ? 'few' : 'many', except);
    if (partners !== 40) return;
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    await page.getByRole('button', { name: 'Payer sélectionnés' }).click();
    await expect(page.getByRole('dialog', { name: /^Payer .+ FCFA à / })).toBeVisible();
    await checkAppearance(page);
  });
}

test('the profile: without a card, the form, the card, its PDF, and the deletion dialog', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', longNames.customer);
  const page = await open(PHONE, customer.identifier);
  await openPage(page, '/profile', 'Mon profil · Amasin');
  await expect(page.getByText('Vous n’avez pas encore de carte d’assurance')).toBeVisible();
  const pdf = await page.pdf({ format: 'A6' });
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Ajouter une carte' }).click();
  const form = page.getByRole('dialog', { name: 'Ajouter une carte d’assurance' });
  await form.getByLabel('Nom de l’assurance (facultatif)').fill(longNames.insurance);
  await form.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expect(form.getByText('Fichier requis !')).toBeVisible();
  await page
    .getByTestId('files')
    .setInputFiles({ name: `${longNames.insurance}.pdf`, mimeType: 'application/pdf', buffer: pdf });
  await expect(form.getByRole('button', { name: 'Remplacer' })).toBeVisible();
  await checkAppearance(page);
  await form.getByLabel('Taux de prise en charge (%)').fill('80');
  await form.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('80 % pris en charge')).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Voir la carte' }).click();
  await expect(page.getByRole('img', { name: /page 1 sur \d/ }).locator('canvas')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeVisible();
  await checkAppearance(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog', { name: 'Êtes-vous sûr ?' })).toBeVisible();
  await checkAppearance(page);
});

test('the order form with a photo and with a code, with and without insurance', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, longNames.customer);
  const number = await createPrescription(query, customer, longNames.prescriber);
  const page = await open(PHONE, customer.storage);
  await page.goto('/order');
  await page.getByText('Ordonnance photographiée').click();
  await expect(page.getByText(/Rien n’est débité maintenant/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeVisible();
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await attachPhoto(page, await createPhoto(page));
  await goToStep(page, 2);
  await nextStep(page);
  await checkAppearance(page);

  await createInsuranceCard(query, customer, 37, longNames.insurance);
  await page.goto('/order');
  await page.getByText('Code d’ordonnance').click();
  await page.getByLabel('Numéro d’ordonnance').fill(number);
  await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toBeVisible();
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await goToStep(page, 2);
  await nextStep(page);
  await page.getByLabel(/^Utiliser mon assurance/).click();
  await expect(page.getByLabel(/^Utiliser mon assurance/)).toBeChecked();
  await expect(page.getByText('Réduction assurance (37 %)')).toBeVisible();
  await checkAppearance(page);
});

const withoutOrders = (body: object) => ({ ...body, orders: [], total: 0 });

function benefitsOf(count: number) {
  const titles = ['docteur', 'sage femme', 'kinesitherapeute', null];
  const partners = Array.from({ length: count }, (_, index) => ({
    idPartner: `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: index % 3 ? `Aïcha Kora ${index}` : `${longNames.prescriber} ${index}`,
    titrePartenaire: titles[index % 4] ?? null,
    totalBenefics: 1_250_000 + index * 375,
    totalPaid: index * 250,
    amount: index % 3 === 2 ? 0 : 1_250_000 + index * 125,
    held: index % 3 === 2 ? 1_250_000 + index * 125 : 0,
    verified: index % 3 !== 2,
  }));
  const commission = { waiting: 1_234_560, platform: 98_765_430, partners: 87_654_320, held: 12_345_670 };
  return { total: 98_765_430, totalPaid: 12_345_670, totalToPay: 86_419_760, partners, commission };
}

/** Returns an order with a photographed prescription and an insurance card, unpriced or priced by a pharmacist. */
async function findPhotoOrder(query: Query, which: 'unpriced' | 'priced') {
  const [order] = await query<{ id: string; number: string }>(
    `select orders.id, number from orders join users on users.id = customer_id
     where phone = $1 and state = 'pre-treatment' and card_id is not null and (items_count > 0) = $2`,
    [`+229${accounts.few.patient}`, which === 'priced'],
  );
  return order!;
}
