import { z } from 'zod';
import { endpointsTagged } from '../../contract/endpoint.ts';
import { idParams } from '../../contract/paging.ts';
import { optionalText } from '../../contract/text.ts';
import { order } from '../order.ts';
import { problemReasons } from './delivery-problem.ts';
import { shortage } from './shortage.ts';

const endpoint = endpointsTagged('Commandes');

/** What a courier or a pharmacy reports about an order in hand. */
export const problemEndpoints = {
  reportProblem: endpoint('POST', '/orders/{id}/problem', {
    summary: 'Dire pourquoi une commande ne peut pas être livrée',
    allow: ['deliveryPerson'],
    params: idParams,
    body: z.object({
      reason: z.enum(problemReasons, { error: 'Indiquez une raison' }),
      note: optionalText(300),
    }),
    responses: { 200: z.object({ order }) },
  }),
  reportShortage: endpoint('POST', '/orders/{id}/shortage', {
    summary: 'Dire pourquoi une commande ne peut pas être préparée',
    allow: ['pharmacy'],
    params: idParams,
    body: shortage,
    responses: { 200: z.object({ order }) },
  }),
  solveProblem: endpoint('DELETE', '/orders/{id}/problem', {
    summary: 'Dire qu’une commande peut de nouveau être préparée ou livrée',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
};
