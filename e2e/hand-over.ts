import type { Locator, Page } from '@playwright/test';

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
