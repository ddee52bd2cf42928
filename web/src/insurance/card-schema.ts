import { newInsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { z } from 'zod';
import { readRate } from './read-rate.ts';

/** The form of a card as it is typed. Loaded after the page: it brings zod. */
export const cardSchema = newInsuranceCard.extend({
  taux: z.string().transform(readRate).pipe(newInsuranceCard.shape.taux),
});
