import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paging, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import { ownDetails } from './own-details.ts';
import { candidate, user } from './user.ts';
import { anyone } from './user-type.ts';

export const userEndpoints = {
  listUsersOfType: endpoint({
    method: 'GET',
    path: '/users/type/{type}',
    tag: 'Utilisateurs',
    summary: 'Personnes d’un type : celles qui peuvent être assignées, pour le superviseur',
    allow: ['supervisor', 'superAdmin'],
    query: z.object(paging),
    params: z.object({ type: plainText(40) }),
    answers: { 200: z.object({ users: z.array(candidate), total }) },
  }),
  updateOwnDetails: endpoint({
    method: 'PUT',
    path: '/users/update/me',
    tag: 'Utilisateurs',
    summary: 'Modifier ses propres coordonnées ; un nouveau téléphone ferme les autres sessions',
    allow: anyone,
    body: ownDetails,
    answers: { 200: z.object({ user }) },
  }),
};
