import type { Page } from '@playwright/test';
import { goOn, goOnTo, usual, writer } from '../ordering.ts';
import { attach, insure, photograph, prescribed } from '../papers.ts';
import { meet } from '../people.ts';
import { DESK, expect, PHONE, type Query, test } from '../product.ts';
import { crowd, longNames, sizes } from '../start/crowd.ts';
import { inspect, look } from './looking.ts';

for (const size of sizes) {
  const { orders, agent, prescriber } = crowd[size];

  test(`the prescriber’s page: ${orders} prescriptions`, async ({ open }) => {
    const page = await open(PHONE, prescriber);
    await look(page, '/doctor-dashboard', 'Mes ordonnances · Amasin');
    const rows = page.getByRole('list', { name: 'Mes ordonnances', exact: true }).locator('> li');
    if (size === 'none') {
      await expect(page.getByRole('heading', { name: 'Vous n’avez pas encore d’ordonnance' })).toBeVisible();
    }
    await expect(rows).toHaveCount(Math.min(orders, 50));
    await expect(page.getByRole('region', { name: /^Gains de/ })).toContainText(/Total gain[\s\d]+F/);
    await inspect(page, size);
    if (size !== 'few') return;

    await rows.filter({ hasText: 'En attente' }).first().getByRole('link').click();
    const prescription = page.getByRole('dialog', { name: /^Ordonnance ORD-/ });
    await expect(prescription.getByRole('list', { name: 'Médicaments' })).toBeVisible();
    await expect(prescription.getByRole('button', { name: 'Voir le fichier ordonnancé' })).toBeVisible();
    await inspect(page);
    await page.setViewportSize(PHONE);
    await prescription.getByRole('button', { name: 'Voir le fichier ordonnancé' }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Ordonnance' })).toBeVisible();
    await inspect(page);
    await page.goto('/doctor-dashboard?write=new');
    const writing = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
    await writing.getByLabel('Ajouter un médicament').fill(usual.label.slice(0, 8));
    await writing.getByRole('button', { name: usual.label }).first().click();
    await expect(writing.getByLabel(`Quantité : ${usual.label}`)).toHaveValue('1');
    await writing.getByLabel('Ajouter un médicament').fill('inconnu-du-catalogue');
    await writing.getByRole('button', { name: 'Créer', exact: true }).click();
    await expect(writing.getByText('Veuillez joindre un fichier')).toBeVisible();
    await inspect(page);
  });

  test(`the pharmacist’s page: ${orders} orders to read`, async ({ open }) => {
    const page = await open(DESK, agent);
    // Everybody sees what nobody has taken yet: other tests too leave some of that.
    if (size === 'none') await answerWith(page, '**/api/orders?*', emptied);
    const q = size === 'few' ? `?q=${encodeURIComponent(`${longNames.patient} 3`)}` : '';
    await look(page, `/agent-dashboard${q}`, 'Ordonnances à lire · Amasin');
    const rows = page.getByRole('list', { name: 'Commandes', exact: true }).locator('> li');
    if (size === 'none') {
      await expect(page.getByRole('heading', { name: 'Aucune ordonnance à lire' })).toBeVisible();
    } else if (size === 'few') await expect(rows).toHaveCount(orders);
    else await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(orders);
    await inspect(page, size);
    if (size !== 'few') return;

    await page.setViewportSize(DESK);
    await rows.first().getByRole('link', { name: /^CMD-/ }).click();
    await expect(page.getByRole('img', { name: 'Ordonnance' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enregistrer l’ordonnance' })).toBeVisible();
    await expect(page.getByText('Commande passée').first()).toBeVisible();
    await inspect(page);
    await page.setViewportSize(DESK);
    await page.getByText('J’ai un code').click();
    await inspect(page);
    await page.getByRole('button', { name: 'Toutes les commandes' }).click();
    await rows.filter({ hasText: 'Attend le paiement' }).getByRole('link', { name: /^CMD-/ }).click();
    await expect(page.getByText('Le client est prévenu et peut payer.')).toBeVisible();
    await inspect(page);
  });
}

test('« Traiter », and the card that one looks at beside it', async ({ open, query }) => {
  const page = await open(DESK, 'superviseur@amasin.demo');
  const order = await photographed(query, 'unread');
  await page.goto(`/supervisor-dashboard?order=${order.id}`);
  await page.getByRole('button', { name: 'Traiter' }).click();
  const dialog = page.getByRole('dialog', { name: `Traiter ${order.number}` });
  await expect(dialog.getByRole('img', { name: 'Ordonnance' })).toBeVisible();
  await expect(dialog.getByLabel('Ajouter un médicament')).toBeVisible();
  await inspect(page);
});

test('what a customer sees of a prescription that is read', async ({ open, query }) => {
  const page = await open(PHONE, crowd.few.patient);
  const { id, number } = await photographed(query, 'read');
  await page.goto(`/tracking?order=${id}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Payer / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voir la carte' })).toBeVisible();
  await inspect(page);
});

test('the orders and prescriptions of the super administrator', async ({ open }) => {
  const page = await open(DESK, 'admin@amasin.demo');
  await look(page, '/cpanel?tab=orders', 'Administration · Amasin');
  await expect(
    page.getByRole('list', { name: 'Commandes', exact: true }).locator('> li').first(),
  ).toBeVisible();
  await inspect(page, 'many');
  await look(page, '/cpanel?tab=prescriptions', 'Administration · Amasin');
  const rows = page.getByRole('list', { name: 'Ordonnances', exact: true }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await inspect(page, 'many');
  await page.setViewportSize(DESK);
  await page.getByRole('link', { name: 'Utilisées' }).click();
  await rows.first().getByRole('link').click();
  const prescription = page.getByRole('dialog', { name: /^Ordonnance ORD-/ });
  await expect(prescription.getByRole('link', { name: 'Voir la commande' })).toBeVisible();
  await inspect(page);
});

for (const partners of [0, 3, 40]) {
  test(`the benefits: ${partners} partners`, async ({ open }) => {
    const page = await open(DESK, 'admin@amasin.demo');
    await answerWith(page, '**/api/benefics/superadmin', (body) => ({ ...body, ...benefitsOf(partners) }));
    await look(page, '/cpanel?tab=benefice', 'Administration · Amasin');
    const rows = page.getByRole('list', { name: 'Partenaires', exact: true }).locator('> li');
    await expect(rows).toHaveCount(partners);
    if (partners === 0) await expect(page.getByText('Aucun partenaire pour l’instant')).toBeVisible();
    await inspect(page, partners === 0 ? 'none' : partners === 3 ? 'few' : 'many');
    if (partners !== 40) return;
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    await page.getByRole('button', { name: 'Payer sélectionnés' }).click();
    await expect(page.getByRole('dialog', { name: /^Payer .+ FCFA à / })).toBeVisible();
    await inspect(page);
  });
}

test('the profile: no card, its form, the card, its file as a PDF of two pages, deleting it', async ({
  open,
  query,
}) => {
  const customer = await meet(query, 'customer', longNames.customer);
  const page = await open(PHONE, customer.identifier);
  await look(page, '/profile', 'Mon profil · Amasin');
  await expect(page.getByText('Vous n’avez pas encore de carte d’assurance')).toBeVisible();
  const pdf = await page.pdf({ format: 'A6' });
  await inspect(page);
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
  await inspect(page);
  await form.getByLabel('Taux de prise en charge (%)').fill('80');
  await form.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('80 % pris en charge')).toBeVisible();
  // What a toast covers for two seconds is no smaller for it.
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await inspect(page);
  await page.getByRole('button', { name: 'Voir la carte' }).click();
  await expect(page.getByRole('img', { name: /page 1 sur \d/ }).locator('canvas')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeVisible();
  await inspect(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog', { name: 'Êtes-vous sûr ?' })).toBeVisible();
  await inspect(page);
});

test('the order form with a photograph and with a code, insured and not', async ({ open, query }) => {
  const customer = await writer(query, longNames.customer);
  const number = await prescribed(query, customer, longNames.prescriber);
  const page = await open(PHONE, customer.kept);
  await page.goto('/order');
  await page.getByText('Ordonnance photographiée').click();
  await expect(page.getByText(/Rien n’est débité maintenant/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeVisible();
  await inspect(page);
  await page.setViewportSize(PHONE);
  await attach(page, await photograph(page));
  await goOnTo(page, 2);
  await goOn(page);
  await inspect(page);

  await insure(query, customer, 37, longNames.insurance);
  await page.goto('/order');
  await page.getByText('Code d’ordonnance').click();
  await page.getByLabel('Numéro d’ordonnance').fill(number);
  await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toBeVisible();
  await inspect(page);
  await page.setViewportSize(PHONE);
  await goOnTo(page, 2);
  await goOn(page);
  await page.getByLabel(/^Utiliser mon assurance/).click();
  await expect(page.getByLabel(/^Utiliser mon assurance/)).toBeChecked();
  await expect(page.getByText('Réduction assurance (37 %)')).toBeVisible();
  await inspect(page);
});

/** Changes what the server answers here. */
async function answerWith(page: Page, address: string, change: (body: object) => object): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

const emptied = (body: object) => ({ ...body, orders: [], total: 0 });

function benefitsOf(many: number) {
  const titles = ['docteur', 'sage femme', 'kinesitherapeute', null];
  const partners = Array.from({ length: many }, (_, made) => ({
    idPartner: `0198a000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    name: made % 3 ? `Aïcha Kora ${made}` : `${longNames.prescriber} ${made}`,
    titrePartenaire: titles[made % 4] ?? null,
    totalBenefics: 1_250_000 + made * 375,
    totalPaid: made * 250,
    amount: made % 3 === 2 ? 0 : 1_250_000 + made * 125,
    held: made % 3 === 2 ? 1_250_000 + made * 125 : 0,
    verified: made % 3 !== 2,
  }));
  return { total: 98_765_430, totalPaid: 12_345_670, totalToPay: 86_419_760, partners };
}

/** An order of the crowd with its photograph: one that is to be read, or the one that is to be paid. */
async function photographed(query: Query, which: 'unread' | 'read') {
  const [order] = await query<{ id: string; number: string }>(
    `select orders.id, number from orders join users on users.id = customer_id
     where phone = $1 and state = 'pre-treatment' and card_id is not null and (items_count > 0) = $2`,
    [`+229${crowd.few.patient}`, which === 'read'],
  );
  return order!;
}
