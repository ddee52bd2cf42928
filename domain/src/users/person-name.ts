import { z } from 'zod';
import { requiredText } from '../contract/text.ts';

/** What somebody is called: 2 to 120 characters (SPEC 9). */
export const personName = requiredText('Nom requis', 120).pipe(
  z.string().min(2, 'Le nom doit contenir au moins 2 caractères'),
);
