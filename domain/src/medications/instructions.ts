import { z } from 'zod';
import { plainText } from '../contract/text.ts';
import { DURATION_MAX, POSOLOGY_MAX } from './usual-instructions.ts';

/** How to take a medicine and for how long, as free text; an empty text is none. */
export const instructions = z.object({
  posology: plainText(POSOLOGY_MAX).nullish(),
  duration: plainText(DURATION_MAX).nullish(),
});

export type Instructions = z.output<typeof instructions>;

/** The instructions of an item in a response: a text that was not written is left out. */
export function writtenInstructions({ posology, duration }: Instructions) {
  return { ...(posology && { posology }), ...(duration && { duration }) };
}
