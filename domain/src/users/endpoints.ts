import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import { accountChange, accountFilters, newAccount, newPartner } from './account.ts';
import { ownDetails } from './own-details.ts';
import { candidate, user } from './user.ts';
import { anySignedIn } from './user-type.ts';

const tag = 'Utilisateurs';
const one = z.object({ user });
const whole = ['superAdmin'] as const;

export const userEndpoints = {
  listUsersOfType: endpoint({
    method: 'GET',
    path: '/users/type/{type}',
    tag,
    summary: 'Personnes d’un type : celles qui peuvent être assignées, pour le superviseur',
    allow: ['supervisor', 'superAdmin'],
    query: z.object({
      /** Part of a name, or of a telephone. */
      q: plainText(100).optional(),
      /** `any`: deactivated people too, each with its `active`. */
      active: z.literal('any', { error: 'Filtre inconnu' }).optional(),
      ...paging,
    }),
    params: z.object({ type: plainText(40) }),
    responses: { 200: z.object({ users: z.array(candidate), total }) },
  }),
  updateOwnDetails: endpoint({
    method: 'PUT',
    path: '/users/update/me',
    tag,
    summary: 'Modifier ses propres coordonnées ; un nouveau téléphone ferme les autres sessions',
    allow: anySignedIn,
    body: ownDetails,
    responses: { 200: one },
  }),
  registerPartner: endpoint({
    method: 'POST',
    path: '/users/register-partner',
    tag,
    summary: 'Inscription d’une pharmacie ou d’un professionnel de santé',
    allow: 'public',
    body: newPartner,
    responses: { 201: one },
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    tag,
    summary: 'Tous les comptes, par nom',
    allow: whole,
    query: accountFilters,
    responses: { 200: z.object({ users: z.array(user), total }) },
  }),
  readUser: endpoint({
    method: 'GET',
    path: '/users/{id}',
    tag,
    summary: 'Un compte : le sien, ou celui que l’on a le droit de voir',
    allow: anySignedIn,
    params: idParams,
    responses: { 200: z.object({ user: candidate }) },
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/users',
    tag,
    summary: 'Créer un compte',
    allow: whole,
    body: newAccount,
    responses: { 201: one },
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/users/{id}',
    tag,
    summary: 'Modifier un compte',
    allow: whole,
    params: idParams,
    body: accountChange,
    responses: { 200: one },
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/users/{id}',
    tag,
    summary: 'Supprimer un compte ; ses commandes et ses ordonnances restent, sans nom',
    allow: whole,
    params: idParams,
    responses: { 204: null },
  }),
  toggleUser: endpoint({
    method: 'PATCH',
    path: '/users/{id}/toggle-active',
    tag,
    summary: 'Activer ou désactiver un compte',
    allow: whole,
    params: idParams,
    body: z.object({ active: z.boolean().optional() }),
    responses: { 200: one },
  }),
};
