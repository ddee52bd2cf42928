import { z } from 'zod';
import { endpointsTagged } from '../../contract/endpoint.ts';
import { idParams } from '../../contract/paging.ts';
import { optionalText } from '../../contract/text.ts';
import { order } from '../order.ts';
import { CANCEL_NOTE_MAX, staffCancelReasons } from './cancel-reason.ts';
import { cancelDeclines, cancelRequestReasons } from './cancel-request.ts';

const endpoint = endpointsTagged('Commandes');
const error = 'Indiquez une raison';

/** Cancelling an order that is paid. */
export const cancelEndpoints = {
  cancelPaid: endpoint('POST', '/orders/{id}/cancellation', {
    summary: 'Annuler et rembourser une commande payée sans que le client l’ait demandé, avant sa livraison',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      reason: z.enum(staffCancelReasons, { error }),
      /** For supervisors only. */
      note: optionalText(CANCEL_NOTE_MAX),
    }),
    responses: { 200: z.object({ order }) },
  }),
  askCancel: endpoint('POST', '/orders/{id}/cancel-request', {
    summary: 'Demander l’annulation d’une commande payée, tant que la livraison n’a pas commencé',
    allow: ['customer'],
    params: idParams,
    body: z.object({ reason: z.enum(cancelRequestReasons, { error }) }),
    responses: { 200: z.object({ order }) },
  }),
  decideCancel: endpoint('POST', '/orders/{id}/cancel-request/decision', {
    summary: 'Accepter une demande d’annulation, ce qui rembourse, ou la refuser avec une raison',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    /** Why it is declined; null to accept it. */
    body: z.object({ declined: z.enum(cancelDeclines, { error }).nullable() }),
    responses: { 200: z.object({ order }) },
  }),
};
