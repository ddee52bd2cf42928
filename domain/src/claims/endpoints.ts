import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { id } from '../contract/text.ts';
import { month } from '../statements/statement.ts';
import { claim, claimLine, lineChange, unnamedOrder } from './claim.ts';
import { monthMoves } from './lifecycle.ts';

const endpoint = endpointsTagged('Assureurs');

const allow = ['superAdmin'] as const;
const params = z.object({ id, month });

export const claimEndpoints = {
  listClaims: endpoint('GET', '/claims', {
    summary: 'Les demandes aux assureurs, par mois, les plus récentes d’abord',
    allow,
    responses: { 200: z.object({ claims: z.array(claim), total }) },
  }),
  listUnnamedOrders: endpoint('GET', '/claims/unnamed', {
    summary: 'Les commandes payées dont l’assureur est à préciser, les plus anciennes d’abord',
    allow,
    responses: { 200: z.object({ orders: z.array(unnamedOrder), total }) },
  }),
  nameInsurer: endpoint('POST', '/claims/orders/{id}', {
    summary: 'Dire quel assureur doit la part d’une commande, et de celles de la même carte',
    allow,
    params: idParams,
    body: z.object({ insurer: id }),
    responses: { 204: null },
  }),
  readClaim: endpoint('GET', '/insurers/{id}/claims/{month}', {
    summary: 'Les lignes d’une demande, dans l’ordre où les commandes se sont terminées ; lecture notée',
    allow,
    params,
    query: z.object(paging),
    responses: { 200: z.object({ claim, lines: z.array(claimLine), total }) },
  }),
  moveClaim: endpoint('POST', '/insurers/{id}/claims/{month}', {
    summary: 'Noter une demande comme envoyée, acceptée ou payée, pour chaque ligne qui peut l’être',
    allow,
    params,
    body: z.object({ state: z.enum(monthMoves, { error: 'Indiquez l’état' }) }),
    responses: { 200: z.object({ claim }) },
  }),
  exportClaim: endpoint('GET', '/insurers/{id}/claims/{month}/csv', {
    summary: 'Une demande en CSV, une ligne par médicament',
    allow,
    download: true,
    params,
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  printClaim: endpoint('GET', '/insurers/{id}/claims/{month}/pdf', {
    summary: 'Une demande en PDF',
    allow,
    download: true,
    params,
    responses: { 200: fileContents('Le fichier PDF.') },
  }),
  moveClaimLine: endpoint('POST', '/claims/lines/{id}', {
    summary:
      'Noter la réponse d’un assureur pour une commande : acceptée, refusée avec sa raison, renvoyée, payée',
    allow,
    params: idParams,
    body: lineChange,
    responses: { 200: z.object({ line: claimLine }) },
  }),
};
