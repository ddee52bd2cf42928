import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import {
  newRecall,
  pharmacyRecall,
  recall,
  recallPharmacy,
  receivedAnswer,
  receivedRecall,
  stockAnswer,
  writtenBatches,
} from './recall.ts';

const endpoint = endpointsTagged('Rappels');

const allow = ['supervisor', 'superAdmin'] as const;

export const recallEndpoints = {
  listRecalls: endpoint('GET', '/recalls', {
    summary: 'Les rappels de médicaments, les plus récents d’abord : qui est prévenu, qui a répondu',
    allow,
    responses: { 200: z.object({ recalls: z.array(recall), total }) },
  }),
  createRecall: endpoint('POST', '/recalls', {
    summary:
      'Rappeler un médicament, tous ses lots ou quelques-uns : il n’est plus commandé, et qui l’a reçu est prévenu',
    allow,
    body: newRecall,
    responses: { 201: z.object({ recall }) },
  }),
  readRecall: endpoint('GET', '/recalls/{id}', {
    summary: 'Un rappel, avec ce que chaque pharmacie a répondu',
    allow,
    params: idParams,
    responses: { 200: z.object({ recall, pharmacies: z.array(recallPharmacy) }) },
  }),
  liftRecall: endpoint('POST', '/recalls/{id}/lift', {
    summary: 'Lever un rappel : le médicament peut de nouveau être commandé',
    allow,
    params: idParams,
    responses: { 200: z.object({ recall }) },
  }),
  listReceivedRecalls: endpoint('GET', '/recalls/received', {
    summary: 'Les rappels de médicaments que l’appelant a reçus',
    allow: ['customer'],
    responses: { 200: z.object({ recalls: z.array(receivedRecall), total }) },
  }),
  answerRecall: endpoint('POST', '/recalls/{id}/answer', {
    summary: 'Dire que l’on a lu un rappel, et si l’on a encore le médicament',
    allow: ['customer'],
    params: idParams,
    body: receivedAnswer,
    responses: { 204: null },
  }),
  listPharmacyRecalls: endpoint('GET', '/recalls/to-prepare', {
    summary: 'Les rappels en cours, avec les lots à ne pas donner et ce que la pharmacie a répondu',
    allow: ['pharmacy'],
    responses: { 200: z.object({ recalls: z.array(pharmacyRecall), total }) },
  }),
  answerStock: endpoint('POST', '/recalls/{id}/stock', {
    summary: 'Dire combien de boîtes d’un médicament rappelé sont mises de côté, une seule fois',
    allow: ['pharmacy'],
    params: idParams,
    body: stockAnswer,
    responses: { 204: null },
  }),
  listWrittenBatches: endpoint('GET', '/recalls/written-batches', {
    summary: 'Par pharmacie, combien de lignes préparées en 30 jours ont leur lot écrit',
    allow,
    responses: { 200: z.object({ pharmacies: z.array(writtenBatches), total }) },
  }),
};
