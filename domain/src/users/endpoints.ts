import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paging, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import { candidate } from './user.ts';

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
};
