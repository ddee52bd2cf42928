import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { feedback, feedbackAnswer, feedbackCounts, feedbackOutcome, ownFeedback } from './feedback.ts';

const endpoint = endpointsTagged('Avis');

const supervisors = ['supervisor', 'superAdmin'] as const;

export const feedbackEndpoints = {
  readFeedback: endpoint('GET', '/orders/{id}/feedback', {
    summary: 'Ce que l’on a répondu à « Tout va bien ? », et jusqu’à quand répondre',
    allow: ['customer'],
    params: idParams,
    responses: { 200: z.object({ feedback: ownFeedback }) },
  }),
  giveFeedback: endpoint('PUT', '/orders/{id}/feedback', {
    summary: 'Dire si tout va bien après la livraison, ou ce qui n’allait pas ; à changer pendant un jour',
    allow: ['customer'],
    params: idParams,
    body: feedbackAnswer,
    responses: { 200: z.object({ feedback: ownFeedback }) },
  }),
  listFeedback: endpoint('GET', '/feedback', {
    summary:
      'Ce qui n’allait pas : à traiter, le plus ancien d’abord, ou déjà traité, le plus récent d’abord',
    allow: supervisors,
    query: z.object({
      handled: z
        .enum(['', 'true'], { error: 'Filtre inconnu' })
        .optional()
        .transform((text) => text === 'true'),
      ...paging,
    }),
    responses: { 200: z.object({ feedback: z.array(feedback), total }) },
  }),
  handleFeedback: endpoint('POST', '/feedback/{id}/outcome', {
    summary: 'Dire ce qui a été fait ; le client lit que c’est traité',
    allow: supervisors,
    params: idParams,
    body: feedbackOutcome,
    responses: { 200: z.object({ feedback }) },
  }),
  countFeedback: endpoint('GET', '/feedback/counts', {
    summary: 'Les réponses des 30 derniers jours, par pharmacie, livreur et zone',
    allow: supervisors,
    responses: { 200: z.object({ counts: feedbackCounts }) },
  }),
};
