import type { Page } from '@playwright/test';
import { casesOf } from './cases-of.ts';
import { DESKTOP, expect, PHONE, test } from './product.ts';
import { hostileTexts } from './start/hostile-texts.ts';
import { accounts } from './start/sizes.ts';
import { startWith } from './start/start-with.ts';

// The rows of a round have one text after the other, and each round begins with another text: after 18 rounds a list of twelve rows
// or more has shown each of them, after 212 each row.
const ROUNDS = casesOf(1, 18);

const { few } = accounts;
const screens: readonly (readonly [who: string | undefined, paths: readonly string[]])[] = [
  // The links to pay of the customers have their telephone as token.
  [
    undefined,
    ['/pharmacies', '/medicaments?q=a', '/medicaments?q=para', `/payer#${few.customer}`, '/payer#0197000001'],
  ],
  [
    '0197000001',
    ['/dashboard', '/tracking', '/order', '/profile', '/dashboard?chat=list', '/dashboard?notifications=1'],
  ],
  [few.customer, ['/dashboard', '/tracking', '/order?etape=livraison']],
  [few.patient, ['/tracking', '/profile']],
  [
    'superviseur@amasin.demo',
    [
      '/supervisor-dashboard',
      '/supervisor-dashboard?state=all',
      '/supervisor-dashboard?state=pre-treatment',
      `/supervisor-dashboard?q=${few.customer}`,
      '/supervisor-dashboard?tab=medications',
      '/supervisor-dashboard?tab=verifier',
      '/supervisor-dashboard?tab=duty',
      '/supervisor-dashboard?tab=payments',
      '/supervisor-dashboard?tab=versements',
      '/supervisor-dashboard?notifications=1',
      '/profile',
    ],
  ],
  [
    'pharmacie@amasin.demo',
    [
      '/pharmacy-dashboard?state=all',
      '/pharmacy-dashboard?tab=liste',
      '/pharmacy-dashboard?tab=duty',
      '/pharmacy-dashboard?tab=releves',
      '/pharmacy-dashboard?tab=connexion',
    ],
  ],
  [few.agent, ['/agent-dashboard', '/agent-dashboard?tab=verifier', '/profile']],
  [
    'livreur@amasin.demo',
    ['/delivery-dashboard', '/delivery-dashboard?state=all', '/delivery-dashboard?tab=gains', '/profile'],
  ],
  [
    'docteur@amasin.demo',
    ['/doctor-dashboard', '/doctor-dashboard?tab=consultations', '/doctor-dashboard?tab=gains', '/profile'],
  ],
  [
    'admin@amasin.demo',
    [
      '/cpanel',
      '/cpanel?tab=orders',
      '/cpanel?tab=prescriptions',
      '/cpanel?tab=medications',
      '/cpanel?tab=zones',
      '/cpanel?tab=benefice',
      '/cpanel?tab=argent',
      '/cpanel?tab=assureurs',
      '/cpanel?tab=duty',
      '/cpanel?tab=audit',
      '/cpanel?tab=messages',
      '/cpanel?tab=reglages',
      '/cpanel?tab=etat',
      '/cpanel?tab=payments',
      '/cpanel/users',
    ],
  ],
];

/** A label next to such a text on one of the screens above, which shows that the screen has its rows. */
const read = [
  ['superviseur@amasin.demo', '/supervisor-dashboard?tab=payments', 'Référence absente, ou déjà comptée'],
  ['superviseur@amasin.demo', '/supervisor-dashboard?tab=payments', 'Remboursements en cours'],
  ['admin@amasin.demo', '/cpanel?tab=benefice', 'Raison donnée'],
  ['admin@amasin.demo', '/cpanel?tab=messages', 'Refusé par le vendeur'],
] as const;

const starts: readonly (readonly [what: string, from: string])[] = [
  ...Array.from(
    { length: ROUNDS },
    (_, round) =>
      [`hostile, round ${round + 1}`, String(Math.floor((round * hostileTexts.length) / ROUNDS))] as const,
  ),
  ['one long word', 'long'],
];

for (const [what, from] of starts) {
  test.describe(`a product whose every text is ${what}`, () => {
    // In one worker: the product is started once.
    test.describe.configure({ mode: 'default' });
    let product: Awaited<ReturnType<typeof startWith>>;
    test.beforeAll(async () => {
      product = await startWith('serve', from);
    });
    test.afterAll(() => product.stop());

    test('has one in every column that holds free text', () => {
      expect(product.written).toEqual(
        expect.arrayContaining([
          'addresses.address',
          'audit.details',
          'consultation_messages.content',
          'medications.label',
          'notifications.earlier',
          'notifications.message',
          'order_items.label',
          'order_items.posology',
          'orders.address',
          'orders.insurer_agreement',
          'orders.left_out',
          'orders.problem_note',
          'pay_links.draft',
          'payments.draft',
          'payments.portal',
          'payments.review_note',
          'payout_terms.left_out',
          'payouts.failure',
          'payouts.note',
          'prescription_items.posology',
          'prescriptions.patient_name',
          'refunds.note',
          'refunds.settled_note',
          'sms_messages.detail',
          'stray_debits.note',
          'users.licence_number',
          'users.name',
          'users.order_number',
          'zones.sectors',
        ]),
      );
    });

    test('has those of a provider and of an SMS vendor where supervisors read them', async ({ open }) => {
      for (const [who, path, beside] of read) {
        const page = await open(DESKTOP, who, { isolated: true });
        await page.goto(`${process.env.AMASIN_URL}${path}`);
        await expect(page.getByText(beside).first()).toBeVisible();
      }
    });

    for (const [who, paths] of screens) {
      test(`shows them as text to ${who ?? 'a visitor'}`, async ({ open }) => {
        const page = await open(who?.includes('@') ? DESKTOP : PHONE, who, { isolated: true });
        await page.addInitScript(() => {
          Object.assign(window, { hostile: () => console.error('a hostile text ran') });
        });
        for (const path of paths) {
          await page.goto(`${process.env.AMASIN_URL}${path}`);
          await expectOnlyText(page, path);
          for (const row of await hrefsOf(page)) {
            await page.goto(`${process.env.AMASIN_URL}${row}`);
            await expectOnlyText(page, row);
          }
        }
      });
    }
  });
}

/** The first rows of each list on the page. */
async function hrefsOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main a[data-row]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].slice(0, 3);
}

/** A script, an alert, a report of the content policy or a request elsewhere fails the test by itself. No text widens the page. */
async function expectOnlyText(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
  await page.mouse.move(200, 300);
  expect(await page.locator('[data-hostile]').count(), path).toBe(0);
  expect(new URL(page.url()).origin).toBe(process.env.AMASIN_URL);
  await expect(page.getByText('Une erreur est survenue')).toHaveCount(0);
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  // A soft check, so that one run names every page that is too wide.
  await expect
    .configure({ soft: true, timeout: 3_000 })
    .poll(tooWide, { message: `${path} is too wide` })
    .toBeLessThanOrEqual(0);
}
