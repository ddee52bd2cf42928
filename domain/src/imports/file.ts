import { z } from 'zod';
import { MAX_IMPORT_BYTES } from './lists.ts';

/** The bytes of a file that is imported. */
export const importedFile = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { error: 'Veuillez choisir un fichier' })
  .refine(({ length }) => length <= MAX_IMPORT_BYTES, 'Fichier trop gros : 4 Mo au plus')
  .meta({ type: 'string', format: 'binary', description: 'Fichier CSV.' });
