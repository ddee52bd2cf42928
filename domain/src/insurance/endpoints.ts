import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { insuranceCard, insuranceCardChange, newInsuranceCard } from './insurance-card.ts';

const tag = 'Assurance';
const one = z.object({ insuranceCard });

export const insuranceEndpoints = {
  readInsurances: endpoint({
    method: 'GET',
    path: '/insurances',
    tag,
    summary: 'Sa propre carte d’assurance : aucune ou une',
    allow: ['customer'],
    answers: { 200: z.object({ insuranceCards: z.array(insuranceCard), total }) },
  }),
  createInsurance: endpoint({
    method: 'POST',
    path: '/insurances',
    tag,
    summary: 'Ajouter sa carte d’assurance',
    allow: ['customer'],
    body: newInsuranceCard,
    answers: { 201: one },
  }),
  updateInsurance: endpoint({
    method: 'PUT',
    path: '/insurances/{id}',
    tag,
    summary: 'Modifier sa carte ; elle est de nouveau à vérifier',
    allow: ['customer'],
    params: idParams,
    body: insuranceCardChange,
    answers: { 200: one },
  }),
  deleteInsurance: endpoint({
    method: 'DELETE',
    path: '/insurances/{id}',
    tag,
    summary: 'Retirer sa carte ; les commandes passées en gardent ce qu’elles en ont pris',
    allow: ['customer'],
    params: idParams,
    answers: { 204: null },
  }),
};
