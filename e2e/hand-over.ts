import { expect, type Locator, type Page } from '@playwright/test';

/** The code that a customer reads on the page of her order. */
export const codeOn = (customerPage: Page): Promise<string> =>
  customerPage
    .getByRole('main')
    .locator('strong')
    .filter({ hasText: /^\d{4}$/ })
    .innerText();

/** A courier marks an order as delivered with the code that the customer tells him. */
export async function handOver(courier: Page | Locator, code: string): Promise<void> {
  await courier.getByRole('button', { name: 'Marquer comme livrée' }).click({ timeout: 20_000 });
  await courier.getByLabel('Code du client').fill(code);
  await courier.getByRole('button', { name: 'Remettre avec ce code' }).click();
}

/**
 * The customer has no code: the courier calls, then says why. An order that set out without a network asks for nothing yet: it is
 * delivered at once, unproven.
 */
export async function handOverWithoutCode(courier: Page | Locator): Promise<void> {
  const mark = courier.getByRole('button', { name: 'Marquer comme livrée' });
  await mark.click({ timeout: 20_000 });
  const code = courier.getByLabel('Code du client');
  await expect(mark.or(code).first())
    .toBeHidden({ timeout: 3_000 })
    .catch(() => {});
  if (!(await code.isVisible())) return;
  await courier.getByRole('link', { name: /^Appeler (?!Pharmacie)/ }).click();
  await courier.getByText('Remettre sans code').click();
  await courier.getByRole('button', { name: 'Code pas reçu' }).click();
}
