import type { Page } from '@playwright/test';
import { codeOn, handOver } from '../hand-over.ts';
import { assignCourier, assignPharmacy, expectSteps } from '../order-steps.ts';
import {
  addMedicine,
  chooseSector,
  defaultOrder,
  goToStep,
  payButton,
  portalOf,
  writeAddress,
} from '../ordering.ts';
import { clickSignIn, createPerson, submitSignIn } from '../people.ts';
import { calculateAmounts, expectAmounts, expectJournals, formatAmount } from '../prices.ts';
import { DESKTOP, expect, PHONE, refocus, test } from '../product.ts';
import { PASSWORD } from '../session.ts';
import { startWith } from '../start/start-with.ts';
import { expectToast } from '../toasts.ts';

const PHONE_NUMBER = '0197000001';

/** Pays as the customer does at each provider. */
const pay: Readonly<Record<'fedapay' | 'kkiapay' | 'portal', (page: Page) => Promise<void>>> = {
  fedapay: async (page) => {
    await page.getByRole('radio', { name: 'Carte ou autre moyen, avec FedaPay' }).check();
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('button', { name: 'Payer avec MTN' }).click();
  },
  kkiapay: (page) => portalOf(page).getByRole('button', { name: 'Payer' }).click(),
  portal: (page) => portalOf(page).getByRole('button', { name: 'Payer' }).click(),
};

for (const [provider, press] of Object.entries(pay)) {
  test.describe(`outside demo mode, with ${provider}`, () => {
    test.describe.configure({ mode: 'serial' });
    let product: Awaited<ReturnType<typeof startWith>>;
    test.beforeAll(async () => {
      product = await startWith('serve-provider', provider);
    });
    test.afterAll(() => product.stop());

    test('a new customer orders and pays, and her order is assigned, delivered and ended', async ({
      open,
      query,
    }) => {
      const origin = process.env.AMASIN_URL ?? '';
      const page = await open(PHONE, undefined, { isolated: true });
      await page.goto(`${origin}/register`);
      await page.getByLabel('Nom complet').fill('Adjoa Vraie-Cliente');
      await page.getByLabel('Numéro de téléphone').fill(PHONE_NUMBER);
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
      await page.getByRole('button', { name: 'S’inscrire' }).click();
      await expectToast(page, 'Inscription réussie! Vous pouvez maintenant vous connecter.');
      await clickSignIn(page);
      await expect(page).toHaveURL(/dashboard/);

      const supervisor = await createPerson(query, 'supervisor', 'Awa Vraie-Superviseure');
      const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie Véritable');
      const courier = await createPerson(query, 'deliveryPerson', 'Kossi Vraie-Moto');
      const amounts = await calculateAmounts(query, [defaultOrder], defaultOrder.sector);

      await page.goto(`${origin}/order`);
      await addMedicine(page, 'albendazole', /Albendazole/);
      await page.getByRole('button', { name: /^Une unité de plus/ }).click();
      await goToStep(page, 2);
      await chooseSector(page, 'haie', defaultOrder.sector);
      await writeAddress(page, defaultOrder.address);
      await goToStep(page, 3);
      await payButton(page).click();
      await press(page);
      await page.waitForURL(/\/tracking\?order=/);
      const orderId = new URL(page.url()).searchParams.get('order') ?? '';
      const number = await page.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
      await expectAmounts(page, amounts);

      const desk = await open(DESKTOP, supervisor.identifier, { isolated: true });
      await desk.goto(`${origin}/supervisor-dashboard?order=${orderId}`);
      await assignPharmacy(desk, pharmacy);
      await assignCourier(desk, courier);

      const moto = await open(PHONE, courier.identifier, { isolated: true });
      await moto.goto(`${origin}/delivery-dashboard`);
      await expect(moto.getByRole('listitem').filter({ hasText: number })).toContainText('À récupérer');
      await moto.getByRole('button', { name: 'Commencer la livraison' }).click();
      await expectToast(moto, 'Statut mis à jour avec succès');
      await refocus(page);
      await handOver(moto, await codeOn(page));
      await expect(moto.getByText('Aucune livraison à faire')).toBeVisible();
      await refocus(page);
      await expectSteps(page, 4);

      await refocus(desk);
      const order = desk.getByRole('region', { name: 'Commande ouverte' });
      await order.getByRole('button', { name: 'Terminer' }).click();
      const confirm = desk.getByRole('dialog', { name: 'Terminer cette commande ?' });
      await expect(confirm).toContainText(`${formatAmount(amounts.total)} payés`);
      await confirm.getByRole('button', { name: 'Terminer' }).click();
      await expectToast(desk, 'Commande terminée');
      await expectJournals(query, orderId, amounts, null);
    });

    // The same for each provider.
    if (provider !== 'fedapay') return;
    test('she resets her password with the code that the SMS vendor received', async ({ open }) => {
      const page = await open(PHONE, undefined, { isolated: true });
      await page.goto(`${process.env.AMASIN_URL}/forgot-password`);
      await page.getByLabel('Numéro de téléphone').fill(PHONE_NUMBER);
      await page.getByRole('button', { name: 'Envoyer OTP' }).click();
      await expect(page).toHaveURL(/verify-otp/);
      await page.getByLabel('Code reçu par SMS').fill(await codeFrom(product.messages));
      await page.getByRole('button', { name: 'Vérifier le code' }).click();
      await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('un-autre-mot');
      await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('un-autre-mot');
      await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
      await expectToast(page, 'Mot de passe modifié. Vous pouvez maintenant vous connecter.');
      await submitSignIn(page, PHONE_NUMBER, 'un-autre-mot');
      await expect(page).toHaveURL(/dashboard/);
    });
  });
}

/** The code of the newest SMS to the customer. */
async function codeFrom(messages: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const sent = (await (await fetch(messages)).json()) as { messages: { to: string; text: string }[] };
    const [text = ''] = sent.messages
      .filter(({ to }) => to === `229${PHONE_NUMBER}`)
      .flatMap((message) => /code est (\d{6})/.exec(message.text)?.[1] ?? []);
    expect(text).not.toBe('');
    code = text;
  }).toPass();
  return code;
}
