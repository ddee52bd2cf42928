import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { plainText } from '../contract/text.ts';
import { fileCategories } from './file-category.ts';

const endpoint = endpointsTagged('Fichiers');

const NO_FILE = 'Fichier requis';

/** Any text: an invalid key gets 404 like a missing file, not 422 (authorization.csv 61). */
const key = z.string({ error: NO_FILE }).pipe(plainText(2_000_000));

/** The bytes of a file in a form. */
export const uploadedFile = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { error: NO_FILE })
  .meta({ type: 'string', format: 'binary', description: 'Image JPEG, PNG ou WebP, ou PDF.' });

export const fileEndpoints = {
  uploadFile: endpoint('POST', '/upload', {
    summary: 'Déposer une image (JPEG, PNG, WebP) ou un PDF, 10 Mo au plus ; `url` est la clé du fichier',
    allow: ['customer', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    upload: true,
    body: z.object({
      file: uploadedFile,
      type: z.enum(fileCategories, { error: 'Type de fichier inconnu' }),
    }),
    responses: { 201: z.object({ url: z.string() }) },
    idempotent: true,
  }),
  signFile: endpoint('POST', '/upload/signed-url', {
    summary: 'Un lien de 5 minutes vers un fichier qui vous concerne',
    allow: ['customer', 'pharmacy', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    body: z.object({ key }),
    responses: { 200: z.object({ url: z.string() }) },
  }),
  openFile: endpoint('GET', '/files/{token}', {
    summary:
      'Le fichier d’un lien signé ; les ouvertures sont enregistrées, une ligne par personne et par heure',
    allow: 'public',
    download: true,
    // Never cleaned: without a control character it would be another link.
    params: z.object({
      token: z
        .string()
        .max(2_000)
        .transform((token) => (/[\p{Cc}\p{Cs}]/u.test(token) ? '' : token)),
    }),
    responses: { 200: fileContents('Le fichier.') },
  }),
};
