import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { usual } from './ordering.ts';
import { meet, type Someone, uniqueDigits } from './people.ts';
import { expect, type Query } from './product.ts';

/**
 * A photograph as a camera takes it: noise, which no compression makes small, and the same noise every time.
 * @param grain how much of it, up to 1: nothing but noise
 */
export async function photograph(page: Page, width = 640, height = 480, grain = 1): Promise<Buffer> {
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

/** Chooses a picture of the device in the only picker in view, and waits until it has arrived. */
export async function attach(page: Page, buffer: Buffer, name = 'ordonnance.jpg'): Promise<void> {
  await page.getByTestId('files').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible({ timeout: 20_000 });
}

/** A prescription for the usual medicine that nobody has used, of a prescriber of its own: its number. */
export async function prescribed(query: Query, patient: Someone, prescriber?: string): Promise<string> {
  const author = await meet(query, 'partnerDoctor', prescriber ?? 'Sage-femme des Papiers');
  const number = `ORD-10${uniqueDigits()}`;
  await query(
    `with written as (
       insert into prescriptions (id, type, number, author_id, patient_name, patient_phone, priced_at, created_at)
       values (gen_random_uuid(), 'numerical', $1, $2, $3, $4, now(), now()) returning id)
     insert into prescription_items (prescription_id, position, medication_id, label, quantity, price_fcfa)
     select written.id, 0, medications.id, label, $5, medications.price_fcfa from written, medications
     where label = $6 and form = $7 and deleted_at is null`,
    [number, author.id, patient.name, `+229${patient.phone}`, usual.quantity, usual.label, usual.form],
  );
  return number;
}

/** Somebody gets an insurance card that nobody has looked at; its picture is no more than a row. */
export async function insure(query: Query, customer: Someone, rate: number, label: string): Promise<void> {
  await query(
    `with kept as (
       insert into files (id, key, owner_id, category, content_type, bytes, created_at, bound_at)
       values (gen_random_uuid(), $1, $2, 'insurance', 'image/jpeg', 1000, now(), now()) returning key, owner_id)
     insert into insurance_cards (id, owner_id, label, rate, file_key, created_at)
     select gen_random_uuid(), owner_id, $3, $4, key, now() from kept`,
    [randomBytes(24).toString('base64url'), customer.id, label, rate],
  );
}
