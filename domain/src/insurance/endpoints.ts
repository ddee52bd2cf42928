import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { insuranceCard, insuranceCardChange, newInsuranceCard } from './insurance-card.ts';

const endpoint = endpointsTagged('Assurance');
const cardResponse = z.object({ insuranceCard });

export const insuranceEndpoints = {
  readInsurances: endpoint('GET', '/insurances', {
    summary: 'Sa propre carte d’assurance : aucune ou une',
    allow: ['customer'],
    responses: { 200: z.object({ insuranceCards: z.array(insuranceCard), total }) },
  }),
  createInsurance: endpoint('POST', '/insurances', {
    summary: 'Ajouter sa carte d’assurance',
    allow: ['customer'],
    body: newInsuranceCard,
    responses: { 201: cardResponse },
  }),
  updateInsurance: endpoint('PUT', '/insurances/{id}', {
    summary: 'Modifier sa carte ; elle est de nouveau à vérifier',
    allow: ['customer'],
    params: idParams,
    body: insuranceCardChange,
    responses: { 200: cardResponse },
  }),
  deleteInsurance: endpoint('DELETE', '/insurances/{id}', {
    summary: 'Retirer sa carte ; les commandes passées en gardent ce qu’elles en ont pris',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
};
