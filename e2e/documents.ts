import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { defaultOrder } from './ordering.ts';
import { createPerson, type Person, uniqueDigits } from './people.ts';
import { expect, type Query } from './product.ts';

/**
 * Creates a JPEG of pseudorandom noise from a fixed seed, which compresses as badly as a photograph.
 * @param grain the amplitude of the noise, 0 to 1
 */
export async function createPhoto(page: Page, width = 640, height = 480, grain = 1): Promise<Buffer> {
  const url = await page.evaluate(
    ([w, h, strength]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d')!;
      const noise = context.createImageData(w, h);
      let state = 1;
      for (let at = 0; at < noise.data.length; at++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        noise.data[at] = 128 + ((state >>> 24) - 128) * strength;
      }
      for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
      context.putImageData(noise, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [width, height, grain] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Selects this file in the last file input, and waits until it is uploaded. */
export async function attachPhoto(page: Page, buffer: Buffer, name = 'ordonnance.jpg'): Promise<void> {
  await page.getByTestId('files').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible({ timeout: 20_000 });
}

/** Adds a medicine to the prescription that is being written. */
export async function addItem(
  page: Page,
  { label, quantity }: { label: string; quantity: number },
): Promise<void> {
  const search = page.getByLabel('Ajouter un médicament');
  await search.fill(label.slice(0, 18));
  await page.getByRole('button', { name: 'Chercher' }).click();
  await page
    .getByRole('option', { name: label })
    .or(page.getByRole('button', { name: label }))
    .first()
    .click();
  await page.getByLabel(`Quantité\u00a0: ${label}`).fill(String(quantity));
}

/** Creates a prescriber and an unused prescription of the default medicine. Returns its number. */
export async function createPrescription(
  query: Query,
  patient: Person,
  prescriber?: string,
): Promise<string> {
  const author = await createPerson(query, 'partnerDoctor', prescriber ?? 'Sage-femme des Papiers');
  const number = `ORD-10${uniqueDigits()}`;
  await query(
    `with inserted as (
       insert into prescriptions (id, type, number, author_id, patient_name, patient_phone, priced_at, created_at)
       values (gen_random_uuid(), 'numerical', $1, $2, $3, $4, now(), now()) returning id)
     insert into prescription_items (prescription_id, position, medication_id, label, quantity, price_fcfa)
     select inserted.id, 0, medications.id, label, $5, medications.price_fcfa from inserted, medications
     where label = $6 and form = $7 and deleted_at is null`,
    [
      number,
      author.id,
      patient.name,
      `+229${patient.phone}`,
      defaultOrder.quantity,
      defaultOrder.label,
      defaultOrder.form,
    ],
  );
  return number;
}

/** Creates an unverified insurance card. Its picture is a row without a file. */
export async function createInsuranceCard(
  query: Query,
  customer: Person,
  rate: number,
  label: string,
): Promise<void> {
  await query(
    `with inserted as (
       insert into files (id, key, owner_id, category, content_type, bytes, created_at, bound_at)
       values (gen_random_uuid(), $1, $2, 'insurance', 'image/jpeg', 1000, now(), now()) returning key, owner_id)
     insert into insurance_cards (id, owner_id, label, rate, file_key, created_at)
     select gen_random_uuid(), owner_id, $3, $4, key, now() from inserted`,
    [randomBytes(24).toString('base64url'), customer.id, label, rate],
  );
}
