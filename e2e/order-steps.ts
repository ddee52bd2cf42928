import type { Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect, expectToast } from './product.ts';

/** Expects this many steps of the customer’s order to be done. */
export async function expectSteps(page: Page, done: number): Promise<void> {
  const steps = page.getByRole('list', { name: 'Avancement de la commande' }).getByRole('listitem');
  await expect(steps).toHaveText(
    ['Commande reçue', 'Préparation', 'Livraison', 'Livrée'].map(
      (step, index) => `${step} (${index < done ? 'fait' : 'à venir'})`,
    ),
  );
}

/** Assigns a pharmacy or a courier to the supervisor’s open order. */
export async function assign(page: Page, action: string, { name, phone }: Person): Promise<void> {
  await page.getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: action });
  await dialog.getByLabel('Nom ou téléphone').fill(phone);
  await dialog.getByRole('button', { name: `Assigner ${name}` }).click();
  await expectToast(page, 'Commande assignée avec succès');
  await expect(dialog).toBeHidden();
}
