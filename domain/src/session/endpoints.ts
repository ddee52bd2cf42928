import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { user } from '../users/user.ts';
import { anyone } from '../users/user-type.ts';
import { adminLogin, login, registration } from './credentials.ts';

const signedIn = z.object({ user, token: z.string() });

export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    tag: 'Session',
    summary: 'Connexion d’un client par son téléphone',
    allow: 'public',
    body: login,
    answers: { 200: signedIn },
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/auth/admin-login',
    tag: 'Session',
    summary: 'Connexion des professionnels par e-mail',
    allow: 'public',
    body: adminLogin,
    answers: { 200: signedIn },
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    tag: 'Session',
    summary: 'Inscription d’un client',
    allow: 'public',
    body: registration,
    answers: { 201: z.object({ user }) },
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    tag: 'Session',
    summary: 'La personne connectée',
    allow: anyone,
    answers: { 200: z.object({ user }) },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Session',
    summary: 'Déconnexion : le jeton ne vaut plus rien',
    allow: anyone,
    answers: { 204: null },
  }),
};

/** The only calls left to a deactivated account (RULES 24). */
export const openToDisabled: ReadonlySet<string> = new Set(['GET /auth/me', 'POST /auth/logout']);
