import { z } from 'zod';
import { id, optionalText, requiredText } from '../contract/text.ts';
import { cardRefusals } from './card-refusal.ts';
import { MAX_RATE, MIN_RATE } from './rate.ts';

/** A customer's insurance card: `taux` is the rate it covers in percent, `url` the key of its image or PDF. */
export const insuranceCard = z.object({
  _id: id,
  label: z.string().nullable(),
  taux: z.int(),
  url: z.string(),
  verified: z.boolean(),
  /** Why it was not accepted; absent otherwise. */
  refused: z.enum(cardRefusals).optional(),
});

export type InsuranceCard = z.output<typeof insuranceCard>;

/** Also the message when `url` is not a file that the caller may attach to a card. */
export const NO_FILE = 'Fichier requis !';
const RATE = `Le taux doit être compris entre ${MIN_RATE} et ${MAX_RATE}`;

const label = optionalText(120);
const taux = z.int({ error: RATE }).min(MIN_RATE, RATE).max(MAX_RATE, RATE);
const url = requiredText(NO_FILE, 200, NO_FILE);

/** Body of POST /insurances. */
export const newInsuranceCard = z.object({ label, taux, url });

/** Body of PUT /insurances/{id}: missing fields are unchanged. */
export const insuranceCardChange = z.object({
  label: label.optional(),
  taux: taux.optional(),
  url: url.optional(),
});
