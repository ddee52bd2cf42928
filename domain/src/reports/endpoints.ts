import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { id } from '../contract/text.ts';
import { reportStates } from './kinds.ts';
import {
  ownReport,
  report,
  reportBody,
  reportClosing,
  reportDeclared,
  reportFacts,
  reportRow,
} from './report.ts';

const endpoint = endpointsTagged('Signalements');

const readers = ['agent', 'supervisor', 'superAdmin'] as const;

export const reportEndpoints = {
  listOwnReports: endpoint('GET', '/orders/{id}/reports', {
    summary: 'Ce que l’on a signalé d’une commande reçue',
    allow: ['customer'],
    params: idParams,
    responses: { 200: z.object({ reports: z.array(ownReport), total }) },
  }),
  sendReport: endpoint('POST', '/orders/{id}/reports', {
    summary: 'Signaler que l’on réagit mal à un médicament reçu, ou que sa boîte est anormale',
    allow: ['customer'],
    params: idParams,
    body: reportBody,
    responses: { 201: z.object({ report: ownReport }) },
    idempotent: true,
  }),
  listReports: endpoint('GET', '/reports', {
    summary: 'Les signalements d’un état, les plus anciens d’abord s’ils sont à prendre',
    allow: readers,
    query: z.object({
      state: z.enum(reportStates, { error: 'État inconnu' }).default('new'),
      ...paging,
    }),
    responses: {
      200: z.object({ reports: z.array(reportRow), total, counts: z.record(z.enum(reportStates), z.int()) }),
    },
  }),
  readReport: endpoint('GET', '/reports/{id}', {
    summary: 'Un signalement ; lecture notée',
    allow: readers,
    params: idParams,
    responses: { 200: z.object({ report }) },
  }),
  takeReport: endpoint('POST', '/reports/{id}/take', {
    summary: 'Prendre un signalement, ou le reprendre à un collègue',
    allow: ['agent'],
    params: idParams,
    /** Who has it now; null: nobody. */
    body: z.object({ replaces: id.nullable() }),
    responses: { 204: null },
  }),
  writeFacts: endpoint('POST', '/reports/{id}/facts', {
    summary: 'Noter ce que l’autorité demande',
    allow: ['agent'],
    params: idParams,
    body: reportFacts,
    responses: { 204: null },
  }),
  printDeclaration: endpoint('GET', '/reports/{id}/declaration', {
    summary: 'La déclaration à l’autorité, en PDF ; ouverture notée',
    allow: readers,
    download: true,
    params: idParams,
    responses: { 200: fileContents('Le fichier PDF.') },
  }),
  noteDeclared: endpoint('POST', '/reports/{id}/declared', {
    summary: 'Noter qu’un signalement est déclaré, et le numéro reçu de l’autorité',
    allow: ['agent'],
    params: idParams,
    body: reportDeclared,
    responses: { 204: null },
  }),
  closeReport: endpoint('POST', '/reports/{id}/close', {
    summary: 'Clore un signalement',
    allow: ['agent'],
    params: idParams,
    body: reportClosing,
    responses: { 204: null },
  }),
};
