import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { MAX_FCFA } from '../contract/money.ts';
import { plainText } from '../contract/text.ts';
import { encodingNames } from './encodings.ts';
import { importedFile } from './file.ts';
import { importedLists } from './lists.ts';
import { importPreview } from './preview.ts';

const endpoint = endpointsTagged('Imports');

const params = z.object({ list: z.enum(importedLists) });

/** The form of an import: a field of a form is text. */
const importForm = z.object({
  file: importedFile,
  /** For zones: the fee of new ones without a price in the file, FCFA. */
  fee: z
    .string()
    .regex(/^\d{0,9}$/, 'Un nombre entier de francs est attendu')
    .transform((written) => (written === '' ? null : Number(written)))
    .pipe(z.number().max(MAX_FCFA, 'Prix trop élevé').nullable())
    .optional(),
  /** How its letters are written, chosen among the `readings` of a preview. */
  encoding: z.enum(encodingNames).optional(),
});

export const importEndpoints = {
  previewImport: endpoint('POST', '/imports/{list}/preview', {
    summary:
      'Lire un fichier de médicaments, de zones ou de pharmacies et dire ce qu’il changerait ; rien n’est écrit',
    allow: ['superAdmin'],
    upload: true,
    params,
    body: importForm,
    responses: { 200: z.object({ preview: importPreview }) },
  }),
  importFile: endpoint('POST', '/imports/{list}', {
    summary: 'Importer ce fichier, s’il fait encore exactement ce que l’aperçu a dit',
    allow: ['superAdmin'],
    upload: true,
    params,
    body: importForm.extend({
      digest: plainText(100),
      /** Imports lines that wait for a confirmation too. */
      anyway: z.literal('1').optional(),
    }),
    responses: { 200: z.object({ counts: importPreview.shape.counts }) },
  }),
};
