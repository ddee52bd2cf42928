import type { Page } from '@playwright/test';
import {
  addMedicine,
  chooseSector,
  defaultOrder,
  goToStep,
  ORDER_PLACED,
  openSummary,
  payButton,
  portalOf,
  recordsOf,
  writeAddress,
} from '../ordering.ts';
import { calculateAmounts, expectAmounts } from '../prices.ts';
import { expect, PHONE, test } from '../product.ts';
import type { Received } from '../start/report-received.ts';
import { startWith } from '../start/start-with.ts';
import { expectToast } from '../toasts.ts';
import { signUpWithDraft } from './sign-up-with-draft.ts';

/** KKiaPay asks no operator itself, so every operator is asked by FedaPay, the second one of the settings. */
const PROVIDERS = 'kkiapay,fedapay';
const WAYS_TO_PAY = [
  'MTN MoMo',
  'Moov Money',
  'Celtiis Cash',
  'Carte ou autre moyen, avec KKiaPay',
  'Carte ou autre moyen, avec FedaPay',
];
/** Her sister’s, who pays: not the one of her account. */
const OTHER_NUMBER = '01 66 00 00 07';

const question = (page: Page) => page.getByRole('dialog', { name: 'Comment payez-vous ?' });
const payingNumber = (page: Page) => question(page).getByLabel('Numéro qui paie');
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

test.describe('with KKiaPay and FedaPay, outside demo mode', () => {
  let product: Awaited<ReturnType<typeof startWith>>;
  test.beforeAll(async () => {
    product = await startWith('serve-provider', PROVIDERS);
  });
  test.afterAll(() => product.stop());

  const received = async () =>
    (await (await fetch(product.received)).json()) as Record<'kkiapay' | 'fedapay', Received>;

  test('a customer pays one order by her operator and the next one by the other provider', async ({
    open,
    query,
  }) => {
    const { storage, ...customer } = await signUpWithDraft(query, 'Deux Prestataires');
    const first = await calculateAmounts(query, [defaultOrder], defaultOrder.sector);
    const second = await calculateAmounts(query, [{ ...defaultOrder, quantity: 1 }], defaultOrder.sector);
    const page = await open(PHONE, storage, { isolated: true });

    await openSummary(page);
    await payButton(page).click();
    await expectChoices(page);
    await question(page).getByRole('radio', { name: 'MTN MoMo' }).check();
    await expect(payingNumber(page)).toHaveValue(written(customer.phone));
    await payingNumber(page).fill(OTHER_NUMBER);
    await question(page).getByRole('button', { name: 'Continuer' }).click();
    await expect(page.getByRole('heading', { name: 'Confirmez sur votre téléphone' })).toBeVisible();

    const asked = await received();
    expect(asked.kkiapay).toMatchObject({ calls: [], held: 0 });
    expect(asked.fedapay).toMatchObject({ held: 0 });
    expect(asked.fedapay.pushes).toEqual([
      expect.stringMatching(new RegExp(`^mtn_open tok-\\d+ \\+229${digitsOf(OTHER_NUMBER)} bj$`)),
    ]);
    const [, transaction] = /tok-(\d+)/.exec(asked.fedapay.pushes[0] ?? '') ?? [];
    // Her sister confirms on her telephone, and the page notices it.
    expect((await fetch(`${asked.fedapay.url}/pay/${transaction}`, { method: 'POST' })).ok).toBe(true);
    await expectToast(page, ORDER_PLACED);
    await page.waitForURL(/\/tracking\?order=/);
    await expectAmounts(page, first);
    const paid = await received();
    expect(paid.kkiapay).toMatchObject({ calls: [], held: 0 });
    expect(paid.fedapay.held).toBe(first.total);

    await page.goto('/order');
    await addMedicine(page, 'albendazole', /Albendazole/);
    await goToStep(page, 2);
    await chooseSector(page, 'haie', defaultOrder.sector);
    await writeAddress(page, defaultOrder.address);
    await goToStep(page, 3);
    await payButton(page).click();
    await question(page).getByRole('radio', { name: 'Carte ou autre moyen, avec KKiaPay' }).check();
    // The number of the first order is not kept: it may be somebody else's.
    await expect(payingNumber(page)).toHaveValue(written(customer.phone));
    await question(page).getByRole('button', { name: 'Continuer' }).click();
    await expect(portalOf(page).getByText(`${second.total} FCFA`, { exact: true })).toBeVisible();
    expect(await widgetNumber(page, paid.kkiapay.url)).toBe(`229${customer.phone}`);
    await portalOf(page).getByRole('button', { name: 'Payer' }).click();
    await expectToast(page, ORDER_PLACED);
    await page.waitForURL(/\/tracking\?order=/);
    await expectAmounts(page, second);

    const end = await received();
    expect(end.kkiapay.held).toBe(second.total);
    expect(end.fedapay).toMatchObject({ held: first.total, pushes: asked.fedapay.pushes });
    expect(end.fedapay.calls.filter((call) => call === 'POST /v1/transactions')).toHaveLength(1);
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 2, payments: ['paid', 'paid'] });
    const payments = await query(
      `select provider, operator, paying_phone as phone, amount_fcfa as amount from payments
       where customer_id = $1 order by created_at`,
      [customer.id],
    );
    const otherNumber = `+229${digitsOf(OTHER_NUMBER)}`;
    expect(payments).toEqual([
      { provider: 'fedapay', operator: 'mtn', phone: otherNumber, amount: first.total },
      { provider: 'kkiapay', operator: null, phone: `+229${customer.phone}`, amount: second.total },
    ]);
  });
});

/** Expects each way to pay, in its order and wholly on the small screen. */
async function expectChoices(page: Page): Promise<void> {
  const choices = question(page).getByRole('group', { name: 'Votre opérateur' }).locator('label');
  await expect(choices).toHaveText(WAYS_TO_PAY);
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
  await expect(question(page).getByRole('button', { name: 'Continuer' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
}

/** A number as the page writes it, in pairs of digits. */
function written(phone: string): RegExp {
  return new RegExp(`^${phone.replaceAll(/(\d\d)(?=\d)/g, '$1\\s')}$`);
}

/** The number that KKiaPay's widget was given, which its fake keeps in the frame. */
async function widgetNumber(page: Page, url: string): Promise<unknown> {
  const frame = page.frames().find((one) => one.url().startsWith(url));
  return frame?.evaluate('asked.phone');
}
