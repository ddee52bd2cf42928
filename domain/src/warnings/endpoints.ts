import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import {
  allergies,
  blockingRules,
  newAllergies,
  orderWarning,
  warningCount,
  warningSeen,
} from './warnings.ts';

const endpoint = endpointsTagged('Alertes');

const warnings = z.object({ warnings: z.array(orderWarning), total });

export const warningEndpoints = {
  listWarnings: endpoint('GET', '/orders/{id}/warnings', {
    summary: 'Ce qui est à regarder dans les médicaments d’une commande, et d’où on le sait',
    allow: ['pharmacy', 'agent', 'supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: warnings },
  }),
  seeWarning: endpoint('POST', '/orders/{id}/warnings/{rule}/seen', {
    summary: 'Dire que l’on a vu une alerte, et pourquoi on passe outre',
    allow: ['pharmacy'],
    params: idParams.extend({ rule: z.enum(blockingRules) }),
    body: warningSeen,
    responses: { 200: warnings },
  }),
  countWarnings: endpoint('GET', '/warnings/counts', {
    summary: 'Par règle, combien d’alertes en 90 jours, et combien de fois on a passé outre',
    allow: ['supervisor', 'superAdmin'],
    responses: { 200: z.object({ rules: z.array(warningCount) }) },
  }),
};

/** What a customer writes about herself. */
export const allergyEndpoints = {
  readAllergies: endpoint('GET', '/allergies', {
    summary: 'Les allergies que j’ai écrites',
    allow: ['customer'],
    responses: { 200: allergies },
  }),
  writeAllergies: endpoint('PUT', '/allergies', {
    summary: 'Écrire mes allergies, ou les effacer',
    allow: ['customer'],
    body: newAllergies,
    responses: { 200: allergies },
  }),
};
