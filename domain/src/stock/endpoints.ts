import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import { anySignedIn } from '../contract/user-type.ts';
import { encodingNames } from '../imports/encodings.ts';
import { importedFile } from '../imports/file.ts';
import { publicMedication } from '../medications/medication.ts';
import { pharmacySearch } from '../pharmacies/pharmacy.ts';
import {
  newStockKey,
  stockedPharmacy,
  stockFilters,
  stockKey,
  stockLine,
  stockList,
  stockPreview,
  stockReport,
} from './stock.ts';

const endpoint = endpointsTagged('Stock des pharmacies');

const stockForm = z.object({ file: importedFile, encoding: z.enum(encodingNames).optional() });
/** Takes lines that wait for a confirmation too. */
const anyway = z.literal('1').optional();

const stocked = {
  params: idParams,
  query: pharmacySearch,
  responses: {
    200: z.object({
      medication: publicMedication.pick({ _id: true, label: true, form: true }),
      pharmacies: z.array(stockedPharmacy),
      total,
    }),
  },
} as const;

export const stockEndpoints = {
  readStock: endpoint('GET', '/stock', {
    summary: 'La liste de sa pharmacie : quand elle a été vue, et ses médicaments par ordre alphabétique',
    allow: ['pharmacy'],
    query: stockFilters,
    responses: { 200: z.object({ list: stockList.nullable(), lines: z.array(stockLine), total }) },
  }),
  switchStock: endpoint('PATCH', '/stock/{id}', {
    summary: 'Dire qu’un médicament de sa liste est là, ou n’y est plus ; par le numéro du médicament',
    allow: ['pharmacy'],
    params: idParams,
    body: z.object({ there: z.boolean({ error: 'Valeur attendue : oui ou non' }) }),
    responses: { 200: z.object({ line: stockLine }) },
  }),
  previewStock: endpoint('POST', '/stock/preview', {
    summary: 'Lire un fichier et dire ce qui en serait retenu ; rien n’est écrit',
    allow: ['pharmacy'],
    upload: true,
    body: stockForm,
    responses: { 200: z.object({ preview: stockPreview }) },
  }),
  replaceStock: endpoint('POST', '/stock', {
    summary: 'Remplacer toute sa liste par ce fichier, s’il se lit encore comme l’aperçu l’a dit',
    allow: ['pharmacy'],
    upload: true,
    body: stockForm.extend({ digest: plainText(100), anyway }),
    responses: { 200: z.object({ report: stockReport }) },
  }),
  sendStock: endpoint('PUT', '/stock', {
    summary:
      'Remplacer toute la liste d’une pharmacie par un programme : `Authorization: Bearer <clé>`, et un CSV avec Nom, et si possible Forme, Prix, Stock',
    allow: 'public',
    byKey: true,
    query: z.object({ encoding: z.enum(encodingNames).optional(), anyway }),
    body: importedFile,
    responses: { 200: z.object({ report: stockReport }) },
  }),
  listStockKeys: endpoint('GET', '/stock/keys', {
    summary: 'Les clés des programmes de sa pharmacie',
    allow: ['pharmacy'],
    responses: { 200: z.object({ keys: z.array(stockKey), total }) },
  }),
  createStockKey: endpoint('POST', '/stock/keys', {
    summary: 'Créer une clé, qui n’ouvre que l’envoi de la liste ; `secret` n’est donné qu’ici',
    allow: ['pharmacy'],
    body: newStockKey,
    responses: { 201: z.object({ key: stockKey, secret: z.string() }) },
  }),
  withdrawStockKey: endpoint('DELETE', '/stock/keys/{id}', {
    summary: 'Retirer une clé : elle n’ouvre plus rien',
    allow: ['pharmacy'],
    params: idParams,
    responses: { 204: null },
  }),
  findStocked: endpoint('GET', '/medications/{id}/pharmacies', {
    summary: 'Pharmacies autour d’un point dont la liste récente dit que ce médicament est là',
    allow: anySignedIn,
    ...stocked,
  }),
  findStockedPublicly: endpoint('GET', '/public/medications/{id}/pharmacies', {
    summary: 'La même recherche pour un visiteur, parmi ce qu’un client commande sans ordonnance',
    allow: 'public',
    ...stocked,
  }),
};
