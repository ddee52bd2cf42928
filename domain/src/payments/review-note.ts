import { z } from 'zod';
import { requiredText } from '../contract/text.ts';

export const reviewNote = z.object({ note: requiredText('Indiquez ce qui a été fait', 300) });
