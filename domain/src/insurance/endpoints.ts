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
    responses: { 200: z.object({ insuranceCards: z.array(insuranceCard), total }) },
  }),
  createInsurance: endpoint({
    method: 'POST',
    path: '/insurances',
    tag,
    summary: 'Ajouter sa carte d’assurance',
    allow: ['customer'],
    body: newInsuranceCard,
    responses: { 201: one },
  }),
  updateInsurance: endpoint({
    method: 'PUT',
    path: '/insurances/{id}',
    tag,
    summary: 'Modifier sa carte ; elle est de nouveau à vérifier',
    allow: ['customer'],
    params: idParams,
    body: insuranceCardChange,
    responses: { 200: one },
  }),
  deleteInsurance: endpoint({
    method: 'DELETE',
    path: '/insurances/{id}',
    tag,
    summary: 'Retirer sa carte ; les commandes passées en gardent ce qu’elles en ont pris',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
};
