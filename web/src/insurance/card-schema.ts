import { newInsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { z } from 'zod';
import { readRate } from './read-rate.ts';

/** The schema of the typed values. Loaded after the page, with zod. */
export const cardSchema = newInsuranceCard.extend({
  taux: z.string().transform(readRate).pipe(newInsuranceCard.shape.taux),
});
