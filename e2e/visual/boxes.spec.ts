import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../product.ts';
import { accounts, longNames, type Size, sizes } from '../start/sizes.ts';
import { findClipped, findHiddenFields, findOverflow, findSmallTargets } from './boxes.ts';

const widths = [320, 360, 412, 640, 768, 800, 900, 1024, 1150, 1280, 1600];
/** From this width on, a list shows every field of an order. */
const TABLET = 768;

const SUPERVISOR = 'superviseur@amasin.demo';
const ADMIN = 'admin@amasin.demo';

/** What finds three rows in a list of all: a name that only they have. */
const few = encodeURIComponent(`${longNames.customer} 3`);
const none = encodeURIComponent('personne de ce nom');

/** A list and its rows; or a text of the complete page. */
type Content = readonly [list: string, rows: number | 'some'] | RegExp;
type Screen = readonly [path: string, who: string | undefined, content: Content];

const visitors: Screen[] = [
  ['/', undefined, /livrés/],
  ['/login', undefined, /Se connecter/],
  ['/register', undefined, /Créer un compte/],
  ['/admin', undefined, /Se connecter/],
  ['/forgot-password', undefined, /code/],
  ['/pharmacies', undefined, ['Pharmacies', 'some']],
  ['/about', undefined, /Amasin/],
  ['/confidentialite', undefined, /données/],
  ['/register-pharmacy', undefined, /pharmacie/],
  ['/register-partner', undefined, /professionnel de santé/],
  ['/nulle-part', undefined, /Page introuvable/],
];

const customers: Screen[] = [
  ['/order', accounts.few.customer, /Comment commandez-vous/],
  ['/order?etape=livraison', accounts.few.customer, /Votre quartier/],
  ['/profile', accounts.few.customer, /Mes lieux|Aucun lieu gardé/],
  ['/dashboard?chat=list', accounts.few.customer, /Bonjour/],
  ['/dashboard?notifications=1', accounts.few.customer, /Bonjour/],
];

const staff: Screen[] = [
  ['/supervisor-dashboard', SUPERVISOR, ['Commandes', 50]],
  [`/supervisor-dashboard?q=${few}`, SUPERVISOR, ['Commandes', 3]],
  [`/supervisor-dashboard?q=${none}`, SUPERVISOR, /Aucune commande ne correspond/],
  // With the card of the caller.
  [`/supervisor-dashboard?q=${accounts.few.customer}`, SUPERVISOR, ['Commandes', 3]],
  ['/supervisor-dashboard?state=all', SUPERVISOR, ['Commandes', 50]],
  ['/supervisor-dashboard?state=delivered', SUPERVISOR, ['Commandes', 'some']],
  ['/supervisor-dashboard?state=pre-treatment', SUPERVISOR, ['Commandes', 50]],
  ['/supervisor-dashboard?tab=medications', SUPERVISOR, ['Médicaments', 5]],
  [`/supervisor-dashboard?tab=medications&q=${none}`, SUPERVISOR, /Aucun médicament ne correspond/],
  ['/supervisor-dashboard?tab=duty', SUPERVISOR, /garde/],
  ['/supervisor-dashboard?tab=payments', SUPERVISOR, /paiement/],
  ['/pharmacy-dashboard?tab=duty', accounts.few.pharmacy, /garde/],
  ['/pharmacy-dashboard?tab=connexion', accounts.few.pharmacy, /Connexion en deux étapes/],
  ['/doctor-dashboard?tab=consultations', 'docteur@amasin.demo', /[Dd]emande|Consultations/],
  ['/profile', accounts.few.agent, /Mon profil/],
  ['/cpanel', ADMIN, /Commandes par jour/],
  ['/cpanel?tab=orders', ADMIN, ['Commandes', 50]],
  [`/cpanel?tab=orders&q=${few}`, ADMIN, ['Commandes', 3]],
  ['/cpanel?tab=prescriptions', ADMIN, /ORD-/],
  ['/cpanel?tab=zones', ADMIN, ['Zones', 'some']],
  [`/cpanel?tab=zones&q=${none}`, ADMIN, /Aucune zone/],
  ['/cpanel?tab=benefice', ADMIN, ['Partenaires', 'some']],
  ['/cpanel?tab=payments', ADMIN, /paiement/],
  ['/cpanel/users', ADMIN, ['Comptes', 'some']],
  [`/cpanel/users?q=${few}`, ADMIN, ['Comptes', 1]],
  [`/cpanel/users?q=${none}`, ADMIN, /Aucun compte ne correspond/],
];

/** The lists of one person, with no, three and 200 rows. */
function listsOf(size: Size): Screen[] {
  const { orders, customer, pharmacy, agent, courier, prescriber } = accounts[size];
  const content = (list: string, empty: RegExp, most = 50): Content =>
    orders === 0 ? empty : [list, Math.min(orders, most)];
  return [
    ['/dashboard', customer, content('Dernières commandes', /pas encore de commande/, 10)],
    ['/tracking', customer, content('Mes commandes', /pas encore de commande/)],
    ['/pharmacy-dashboard', pharmacy, orders === 0 ? /Rien à préparer/ : ['Commandes', 'some']],
    ['/pharmacy-dashboard?state=all', pharmacy, content('Commandes', /Aucune commande/)],
    [
      '/pharmacy-dashboard?tab=releves',
      pharmacy,
      size === 'many' ? ['Relevés par mois', 'some'] : /Pas encore de relevé/,
    ],
    ['/agent-dashboard', agent, ['Commandes', 'some']],
    ['/delivery-dashboard', courier, orders === 0 ? /Aucune livraison à faire/ : /Marquer comme livrée/],
    ['/doctor-dashboard', prescriber, content('Mes ordonnances', /pas encore d’ordonnance/)],
    ['/doctor-dashboard?tab=gains', prescriber, /[Gg]ains|reçu|gagné/],
  ];
}

for (const [group, screens] of [
  ['visitors', visitors],
  ['a customer', customers],
  ...sizes.map((size) => [`one person with ${accounts[size].orders} rows`, listsOf(size)] as const),
  ['staff', staff],
] as const) {
  for (const [path, who, content] of screens) {
    test(`${group}, ${decodeURIComponent(path)}: nothing overflows at any width, and targets are as large as a finger`, async ({
      open,
    }) => {
      const page = await open(PHONE, who, { touch: true });
      await page.goto(path);
      await expectContent(page, content);
      await expectBoxes(page, content instanceof RegExp ? undefined : content[0]);
      // Panels and conversations have tests of their own.
      if (/chat=|notifications=|consultations/.test(path)) return;
      const row = page
        .locator('main a[data-row]')
        .filter({ hasText: /(CMD|ORD)-\d/ })
        .first();
      if ((await row.count()) === 0) return;
      await page.setViewportSize(PHONE);
      await row.click();
      await expect(page.getByRole('heading', { name: /(CMD|ORD)-\d/ }).first()).toBeVisible();
      await expectBoxes(page);
    });
  }
}

test('a visitor’s basket, with a large quantity to confirm: nothing overflows at any width', async ({
  open,
}) => {
  const page = await open(PHONE, undefined, { touch: true });
  await page.goto('/medicaments?q=parac');
  const results = page.getByRole('list', { name: 'Médicaments trouvés' });
  const add = results.getByRole('button', { name: /^Ajouter/ }).first();
  await add.click();
  await expect(add).toHaveText('Ajouter (1)');
  await page.getByRole('textbox', { name: /^Quantité/ }).fill('100');
  await page.keyboard.press('Tab');
  await expect(add).toHaveText('Ajouter (100)');
  await expect(page.getByRole('button', { name: 'Oui' })).toBeVisible();
  await expectBoxes(page);
});

async function expectContent(page: Page, content: Content): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
  if (content instanceof RegExp) return expect(main.getByText(content).first()).toBeVisible();
  const [list, rows] = content;
  const items = main.getByRole('list', { name: list, exact: true }).locator('> li');
  await expect(items.first()).toBeVisible();
  // A supervisor’s list may begin with payments that other tests have left under review.
  if (rows !== 'some') await expect(items.filter({ hasNotText: /^Paiement/ })).toHaveCount(rows);
}

/** @param list the list that shows each field at this width */
async function expectBoxes(page: Page, list?: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // A layout follows a change of its width a moment later, hence the poll.
    const options = { message: `at ${width} px` };
    await expect.poll(() => page.evaluate(findClipped), options).toEqual([]);
    await expect.poll(() => page.evaluate(findOverflow), options).toEqual([]);
    await expect.poll(() => page.evaluate(findSmallTargets), options).toEqual([]);
    if (list !== undefined && width >= TABLET)
      await expect.poll(() => page.evaluate(findHiddenFields, list), options).toEqual([]);
  }
}
