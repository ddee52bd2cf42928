import { z } from 'zod';
import { phone } from './contact.ts';
import { recognitionQuestions } from './recognition.ts';

const TWO = 'Indiquez deux questions différentes';

/** The other telephone of a customer who has lost hers, and the questions that she has answered rightly. */
export const lostPhone = z.object({
  phone: phone('Téléphone requis'),
  asked: z
    .array(z.enum(recognitionQuestions, { error: TWO }), { error: TWO })
    .max(recognitionQuestions.length, TWO)
    .refine((asked) => new Set(asked).size >= 2, TWO),
});
