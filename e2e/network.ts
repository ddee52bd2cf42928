import { expect, type Locator, type Page } from '@playwright/test';
import { expectToast } from './toasts.ts';

/** What to do follows what has failed. */
export const ADVICE = 'Vérifiez votre réseau, puis réessayez.';

/** Does this without a network: the page says that there is none, and once there is one again. */
export async function withoutNetwork(page: Page, act: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('Vous êtes hors connexion.')).toBeVisible();
  await act();
  await page.context().setOffline(false);
  await expect(page.getByText('Connexion rétablie.')).toBeVisible();
}

/** Taps a button without a network, reads in a toast what has failed, and taps it again with one: nothing that it sends is lost. */
export async function tapTwice(page: Page, button: Locator, failed: string): Promise<void> {
  await withoutNetwork(page, async () => {
    await button.click();
    await expectToast(page, `${failed}. ${ADVICE}`);
  });
  await button.click();
}
