import { createPhoto } from '../documents.ts';
import { expectFocus, tabTo } from '../keys.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { expectAccessible } from '../visual/accessibility.ts';
import { createPhotoOrder } from './photo-order.ts';

test('a pharmacist reads one prescription and refuses the next with the keyboard only', async ({
  open,
  query,
}) => {
  const agent = await createPerson(query, 'agent', 'Pharmacienne du Matin');
  const page = await open(DESKTOP, agent.identifier);
  const photo = await createPhoto(page, 320, 240, 0.1);
  const first = await createPhotoOrder(query, agent, photo);
  const second = await createPhotoOrder(query, agent, photo);
  const opened = page.getByRole('region', { name: 'Commande ouverte' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await page.goto('/agent-dashboard');
  // Orders of other tests that are unassigned may be first.
  await expect(page.getByRole('list', { name: 'Commandes' })).toBeVisible();
  await press('/');
  await page.keyboard.type(first);
  await expect(page.getByRole('link', { name: /^CMD-/ })).toHaveCount(1);
  await expectFocus(page);
  await tabTo(page, page.getByRole('link', { name: `Lire l’ordonnance de ${first}` }));
  await press('Enter');
  await expect(opened).toContainText(first);
  await expectFocus(page);
  await expectAccessible(page);

  for (const medicine of ['amoxi', 'metro']) {
    await tabTo(page, page.getByLabel('Ajouter un médicament'));
    await page.keyboard.type(medicine);
    const found = page.getByRole('list', { name: 'Médicaments trouvés' });
    await expect(found.getByRole('button').first()).toBeVisible();
    await expect(found).not.toHaveAttribute('data-outdated');
    await press('ArrowDown', 'Enter');
    await expect(page.getByLabel(/^Posologie\s:/).last()).toBeFocused();
    // The posology that is proposed first, then the duration.
    await press('ArrowDown', 'Enter');
    await expect(page.getByLabel(/^Durée\s:/).last()).toBeFocused();
    await press('ArrowDown', 'Enter');
    await expectFocus(page);
  }
  await tabTo(page, page.getByRole('button', { name: 'Enregistrer l’ordonnance' }));
  await press('Enter');
  await expectToast(page, 'Ordonnance enregistrée');
  await expectAccessible(page);
  const next = page.getByRole('link', { name: 'Lire la suivante' });
  await expect(next).toBeFocused();
  await expectFocus(page);
  await press('Enter');
  await expect(opened).not.toContainText(first);
  await expectFocus(page);

  await press('Escape');
  await expect(opened).toBeHidden();
  await expectFocus(page);
  await press('/');
  await page.keyboard.type(second);
  await expect(page.getByRole('link', { name: second, exact: true })).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(opened).toContainText(second);
  await expectFocus(page);
  await tabTo(page, opened.getByText('Photo illisible'));
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Photo floue' }));
  await press('Enter');
  await expect(opened).toContainText('Une autre photo est demandée au client');
  await expectFocus(page);
  await expectAccessible(page);
});
