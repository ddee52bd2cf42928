import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { moment, plainText } from '../contract/text.ts';
import { anySignedIn } from '../contract/user-type.ts';
import { accountChange, accountFilters, newAccount, newPartner } from './account.ts';
import { consentPurposes, consentVersions } from './consent.ts';
import { lostPhone } from './lost-phone.ts';
import { ownDeletion } from './own-deletion.ts';
import { ownDetails } from './own-details.ts';
import { candidate, user } from './user.ts';

const endpoint = endpointsTagged('Utilisateurs');
const userResponse = z.object({ user });
const administrators = ['superAdmin'] as const;

const consent = z.object({
  purpose: z.enum(consentPurposes),
  version: z.string(),
  givenAt: moment,
  withdrawnAt: moment.nullable(),
});

export type Consent = z.output<typeof consent>;

/** Terms are agreed to by registering. Words that are no longer those of today were read on an old page. */
const newConsent = z.object({
  purpose: z.literal('health', { error: 'Accord inconnu' }),
  version: z.literal(consentVersions.health, { error: 'Ce texte a changé. Veuillez recharger la page.' }),
});

export const userEndpoints = {
  listUsersOfType: endpoint('GET', '/users/type/{type}', {
    summary: 'Personnes d’un type : celles qui peuvent être assignées, pour le superviseur',
    allow: ['supervisor', 'superAdmin'],
    query: z.object({
      /** Part of a name or of a phone number. */
      q: plainText(100).optional(),
      /** `any`: deactivated people too, each with its `active`. */
      active: z.literal('any', { error: 'Filtre inconnu' }).optional(),
      ...paging,
    }),
    params: z.object({ type: plainText(40) }),
    responses: { 200: z.object({ users: z.array(candidate), total }) },
  }),
  updateOwnDetails: endpoint('PUT', '/users/update/me', {
    summary: 'Modifier ses propres coordonnées ; un nouveau téléphone ferme les autres sessions',
    allow: anySignedIn,
    body: ownDetails,
    responses: { 200: userResponse },
  }),
  exportOwnData: endpoint('GET', '/users/me/export', {
    summary: 'Ce qu’Amasin sait de soi, en JSON',
    allow: anySignedIn,
    download: true,
    responses: { 200: fileContents('Le fichier JSON.') },
  }),
  printOwnData: endpoint('GET', '/users/me/export/pdf', {
    summary: 'Ce qu’Amasin sait de soi, en PDF',
    allow: anySignedIn,
    download: true,
    responses: { 200: fileContents('Le fichier PDF.') },
  }),
  deleteOwnAccount: endpoint('POST', '/users/me/delete', {
    summary: 'Supprimer son propre compte de client ; ses commandes et ses ordonnances restent, sans nom',
    allow: ['customer'],
    body: ownDeletion,
    responses: { 204: null },
  }),
  listOwnConsents: endpoint('GET', '/users/me/consents', {
    summary: 'Ses accords, en vigueur ou retirés',
    allow: anySignedIn,
    responses: { 200: z.object({ consents: z.array(consent) }) },
  }),
  giveConsent: endpoint('POST', '/users/me/consents', {
    summary: 'Donner son accord à l’usage de ses données de santé',
    allow: ['customer'],
    body: newConsent,
    responses: { 204: null },
  }),
  withdrawHealthConsent: endpoint('DELETE', '/users/me/consents/health', {
    summary: 'Retirer cet accord : la carte d’assurance est supprimée, les consultations prennent fin',
    allow: ['customer'],
    responses: { 204: null },
  }),
  registerPartner: endpoint('POST', '/users/register-partner', {
    summary: 'Inscription d’une pharmacie ou d’un professionnel de santé',
    allow: 'public',
    body: newPartner,
    responses: { 201: userResponse },
  }),
  listUsers: endpoint('GET', '/users', {
    summary: 'Tous les comptes, par nom',
    allow: administrators,
    query: accountFilters,
    responses: { 200: z.object({ users: z.array(user), total }) },
  }),
  readUser: endpoint('GET', '/users/{id}', {
    summary: 'Un compte : le sien, ou celui que l’on a le droit de voir',
    allow: anySignedIn,
    params: idParams,
    responses: { 200: z.object({ user: candidate }) },
  }),
  createUser: endpoint('POST', '/users', {
    summary: 'Créer un compte',
    allow: administrators,
    body: newAccount,
    responses: { 201: userResponse },
  }),
  updateUser: endpoint('PUT', '/users/{id}', {
    summary: 'Modifier un compte',
    allow: administrators,
    params: idParams,
    body: accountChange,
    responses: { 200: userResponse },
  }),
  replaceLostPhone: endpoint('POST', '/users/{id}/phone', {
    summary:
      'Donner un autre téléphone à un client qui a perdu le sien, après deux questions ; ses sessions se ferment',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: lostPhone,
    responses: { 204: null },
  }),
  deleteUser: endpoint('DELETE', '/users/{id}', {
    summary: 'Supprimer un compte ; ses commandes et ses ordonnances restent, sans nom',
    allow: administrators,
    params: idParams,
    responses: { 204: null },
  }),
  resetSecondFactor: endpoint('DELETE', '/users/{id}/second-factor', {
    summary: 'Retirer la deuxième étape de connexion d’un compte ; ses sessions se ferment',
    allow: administrators,
    params: idParams,
    responses: { 204: null },
  }),
  endUserSessions: endpoint('DELETE', '/users/{id}/sessions', {
    summary: 'Fermer toutes les sessions d’un compte',
    allow: administrators,
    params: idParams,
    responses: { 204: null },
  }),
  toggleUser: endpoint('PATCH', '/users/{id}/toggle-active', {
    summary: 'Activer ou désactiver un compte',
    allow: administrators,
    params: idParams,
    body: z.object({ active: z.boolean().optional() }),
    responses: { 200: userResponse },
  }),
};
