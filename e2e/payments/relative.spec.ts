import { expectFits } from '../fits.ts';
import { clickInPortal, createCustomerWithDraft, defaultOrder, openSummary, recordsOf } from '../ordering.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';

for (const width of [PHONE, DESKTOP]) {
  test(`a relative without an account pays a basket by its link, and both read it, at ${width.width} px`, async ({
    open,
    query,
  }) => {
    const customer = await createCustomerWithDraft(query, 'Awa Demande');
    const page = await open(width, customer.storage);
    await openSummary(page);
    await page.getByRole('button', { name: 'Faire payer par un proche' }).click();
    await page.getByRole('button', { name: 'Faire le lien' }).click();
    const whatsApp = page.getByRole('link', { name: 'Envoyer par WhatsApp' });
    const message = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    const address = /\S+\/payer#\S+$/.exec(message)?.[0] ?? '';

    const relative = await open(width);
    await relative.goto(address);
    const main = relative.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      /^Awa \(01 •• •• •• \d\d\) vous demande/,
    );
    await expect(main).not.toContainText(defaultOrder.label);
    await expectFits(relative);
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });

    await relative.getByRole('button', { name: /^Payer / }).click();
    await clickInPortal(relative, 'Accepter le paiement');
    await expect(relative.getByRole('list', { name: 'Où en est la commande' })).toBeVisible();
    // The customer sees it without doing anything.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Voir la commande' }).click();
    await page.waitForURL(/\/tracking\?order=/);
    await expect(page.getByText('Par un proche')).toBeVisible();
    for (const one of [page, relative]) await expectFits(one);
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
  });
}
