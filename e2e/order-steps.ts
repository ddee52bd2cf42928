import type { Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect } from './product.ts';
import { expectToast } from './toasts.ts';

/** Expects this many steps of the customer’s order to be done. */
export async function expectSteps(page: Page, done: number): Promise<void> {
  const steps = page.getByRole('list', { name: 'Avancement de la commande' }).getByRole('listitem');
  const names = ['Commande reçue', 'Préparation', 'Livraison', 'Livrée'];
  // The present step has the word of the badge.
  const states = ['En préparation', 'En attente', 'En livraison'];
  await expect(steps).toHaveText(
    names.map((name, index) => {
      if (index === done - 1 && done < names.length) return `${name} ${states[index]}`;
      return `${name} (${index < done ? 'fait' : 'à venir'})`;
    }),
  );
}

/** Assigns a pharmacy to the supervisor’s open order; the dialog for its courier follows. */
export async function assignPharmacy(page: Page, pharmacy: Person): Promise<void> {
  await page.getByRole('button', { name: 'Assigner une pharmacie' }).click();
  await choose(page, 'Assigner une pharmacie', pharmacy);
}

/** Assigns a courier in the dialog that is open. */
export async function assignCourier(page: Page, courier: Person): Promise<void> {
  await choose(page, 'Assigner un livreur', courier);
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function choose(page: Page, title: string, { name, phone }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Nom ou téléphone').fill(phone);
  await dialog.getByRole('button', { name: `Assigner ${name}` }).click();
  await expectToast(page, 'Commande assignée avec succès');
}
