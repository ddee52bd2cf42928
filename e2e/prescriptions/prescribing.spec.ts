import type { Locator, Page } from '@playwright/test';
import { attachPhoto, createPhoto } from '../documents.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

// A file is chosen in a window of the system, which is not counted.
const medicines = ['amoxi', 'metro', 'parac', 'alben', 'zinc'];

test('a prescriber writes five medicines with posology with the keyboard only', async ({ open, query }) => {
  const doctor = await createPerson(query, 'partnerDoctor', 'Clavier Prescripteur');
  const page = await open(DESKTOP, doctor.identifier);
  await openForm(page);
  const photo = await createPhoto(page);
  const hands = countGestures(page);
  await tabTo(hands, page.getByLabel('Téléphone du patient'));
  await hands.type('0197334455');
  await hands.press('Tab');
  await hands.type('Afi Kpadé');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(
    hands,
    page
      .getByRole('dialog')
      .getByRole('button', { name: /fichier/ })
      .first(),
  );
  await hands.press('Enter');
  await (await chooser).setFiles({ name: 'ordonnance.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible();
  await tabTo(hands, page.getByLabel('Ajouter un médicament'));
  for (const medicine of medicines) {
    await hands.type(medicine);
    await expect(page.getByRole('list', { name: 'Médicaments trouvés' })).not.toHaveAttribute(
      'data-outdated',
    );
    await hands.press('ArrowDown', 'Enter');
    // The posology of the new line, then its duration, then the next medicine.
    await expect(page.getByLabel(/^Posologie\s:/).last()).toBeFocused();
    await pickWritten(page, hands, 1);
    await pickWritten(page, hands, 3);
    await expect(page.getByLabel('Ajouter un médicament')).toBeFocused();
  }
  await hands.press('Control+Enter');
  await expectToast(page, 'Ordonnance créée');
  const [written] = await prescriptionsOf(query, doctor.id);
  expect(written?.items).toHaveLength(medicines.length);
  for (const { posology, duration } of written?.items ?? []) {
    expect(posology).toMatch(/matin|jour/);
    expect(duration).toBe('7 jours');
  }
  expect(hands.count()).toBeLessThan(95);
});

test('a prescriber writes three prescriptions for one patient: « Renouveler », then a telephone that is known', async ({
  open,
  query,
}) => {
  const doctor = await createPerson(query, 'partnerDoctor', 'Renouvelle Test');
  const patient = await createPerson(query, 'customer', 'Patiente Connue');
  // A patient is notified once her telephone is proven.
  await query(`update users set phone_proven_at = now() - interval '1 day' where id = $1`, [patient.id]);
  const page = await open(DESKTOP, doctor.identifier);
  await openForm(page);
  const photo = await createPhoto(page);
  const first = countGestures(page);
  await first.fill('Téléphone du patient', patient.phone);
  await first.fill('Nom du patient', patient.name);
  await addFirst(page, first, 'parac');
  await create(page, first, photo);

  const second = countGestures(page);
  await second.click('Renouveler');
  await expect(page.getByLabel('Nom du patient')).toHaveValue(patient.name);
  await create(page, second, photo);

  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await openForm(page);
  const third = countGestures(page);
  await third.fill('Téléphone du patient', patient.phone);
  await third.click(patient.name);
  await expect(page.getByLabel('Nom du patient')).toHaveValue(patient.name);
  await addFirst(page, third, 'zinc');
  await create(page, third, photo);

  const written = await prescriptionsOf(query, doctor.id);
  expect(new Set(written.map(({ patient: of }) => of))).toEqual(
    new Set([`${patient.name} +229${patient.phone}`]),
  );
  expect(written.map(({ items }) => items.length)).toEqual([1, 1, 1]);
  expect(second.count()).toBe(2);
  const told = await query<{ link: string }>('select link from notifications where user_id = $1', [
    patient.id,
  ]);
  expect(told.map(({ link }) => link)).toEqual(written.map(() => '/order'));
  expect(first.count() + second.count() + third.count()).toBeLessThan(65);
});

async function openForm(page: Page): Promise<void> {
  await page.goto('/doctor-dashboard');
  await page.getByRole('button', { name: 'Nouvelle ordonnance' }).first().click();
  await expect(page.getByLabel('Téléphone du patient')).toBeVisible();
}

async function create(page: Page, hands: Gestures, photo: Buffer): Promise<void> {
  await attachPhoto(page, photo);
  await hands.click('Créer');
  await expectToast(page, 'Ordonnance créée');
  await expect(page.getByRole('button', { name: 'Renouveler' })).toBeVisible();
}

/** Adds the first medicine that is found, with the first posology. */
async function addFirst(page: Page, hands: Gestures, medicine: string): Promise<void> {
  await hands.fill('Ajouter un médicament', medicine);
  await expect(page.getByRole('list', { name: 'Médicaments trouvés' })).not.toHaveAttribute('data-outdated');
  await hands.press('ArrowDown', 'Enter');
  await expect(page.getByLabel(/^Posologie\s:/).last()).toBeFocused();
  await pickWritten(page, hands, 1);
}

/** Opens the usual texts of the focused field, the first of which is then selected, and picks the nth. */
async function pickWritten(page: Page, hands: Gestures, nth: number): Promise<void> {
  await hands.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await hands.press(...Array<string>(nth - 1).fill('ArrowDown'), 'Enter');
  await expect(page.getByRole('option').first()).toBeHidden();
}

type Gestures = ReturnType<typeof countGestures>;

/** Keys and clicks: each character that is typed is one. */
function countGestures(page: Page) {
  let count = 0;
  const type = async (text: string) => {
    count += text.length;
    await page.keyboard.type(text);
  };
  return {
    count: () => count,
    type,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count += 1;
        await page.keyboard.press(key);
      }
    },
    fill: async (label: string, text: string) => {
      count += 1;
      await page.getByLabel(label).click();
      await type(text);
    },
    click: async (name: string) => {
      count += 1;
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    },
  };
}

/** Presses Tab until this field or button has the focus. */
async function tabTo(hands: Gestures, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < 100 && !(await isFocused()); presses += 1) await hands.press('Tab');
  await expect(target).toBeFocused();
}

function prescriptionsOf(query: Query, authorId: string) {
  return query<{ number: string; patient: string; items: { posology: string; duration: string }[] }>(
    `select number, patient_name || ' ' || patient_phone as patient,
       (select json_agg(json_build_object('posology', posology, 'duration', duration)) from prescription_items
        where prescription_id = prescriptions.id) as items
     from prescriptions where author_id = $1`,
    [authorId],
  );
}
