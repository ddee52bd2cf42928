import { z } from 'zod';
import { challenge } from '../contract/captcha.ts';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams } from '../contract/paging.ts';
import { anySignedIn } from '../contract/user-type.ts';
import { user } from '../users/user.ts';
import { adminLogin, login, registration } from './credentials.ts';
import { ownSession, passwordChange } from './own-access.ts';
import { codeCheck, codeRequest, firebaseProject, passwordReset, phoneProof } from './recovery.ts';
import { professionals, secondFactorConfirmation, secondFactorStart } from './second-factor.ts';

const endpoint = endpointsTagged('Session');
/** `device`: kept by the browser, it has its own count of wrong tries at the next sign-in. */
const signedIn = z.object({ user, token: z.string(), device: z.string() });
const success = z.literal(true);

export const sessionEndpoints = {
  login: endpoint('POST', '/auth/login', {
    summary: 'Connexion d’un client par son téléphone',
    allow: 'public',
    body: login,
    responses: { 200: signedIn },
  }),
  adminLogin: endpoint('POST', '/auth/admin-login', {
    summary: 'Connexion des professionnels par e-mail',
    allow: 'public',
    body: adminLogin,
    responses: { 200: signedIn },
  }),
  register: endpoint('POST', '/auth/register', {
    summary: 'Inscription d’un client',
    allow: 'public',
    body: registration,
    responses: { 201: z.object({ user }) },
  }),
  me: endpoint('GET', '/auth/me', {
    summary: 'La personne connectée',
    allow: anySignedIn,
    responses: { 200: z.object({ user }) },
  }),
  logout: endpoint('POST', '/auth/logout', {
    summary: 'Déconnexion : le jeton ne vaut plus rien',
    allow: anySignedIn,
    responses: { 204: null },
  }),
  captcha: endpoint('GET', '/auth/captcha', {
    summary: 'Une preuve de travail à faire avant de demander un code',
    allow: 'public',
    /** `firebase`: only where Firebase sends the codes. */
    responses: { 200: z.object({ challenge, firebase: firebaseProject.exactOptional() }) },
  }),
  requestOtp: endpoint('POST', '/auth/request-otp', {
    summary: 'Demander un code par SMS ; même réponse que le numéro soit connu ou non (durées en secondes)',
    allow: 'public',
    body: codeRequest,
    /** `request`: only with it can the code be verified. */
    responses: { 200: z.object({ success, request: z.string(), expiresIn: z.int(), resendIn: z.int() }) },
  }),
  verifyOtp: endpoint('POST', '/auth/verify-otp', {
    summary: 'Échanger le code reçu contre le droit de changer le mot de passe, une fois',
    allow: 'public',
    body: codeCheck,
    responses: { 200: z.object({ success, resetToken: z.string() }) },
  }),
  resetPassword: endpoint('POST', '/auth/reset-password', {
    summary: 'Choisir un nouveau mot de passe ; toutes les sessions du compte se ferment',
    allow: 'public',
    body: passwordReset,
    responses: { 200: z.object({ success }) },
  }),
  provePhone: endpoint('POST', '/auth/phone', {
    summary: 'Confirmer son propre téléphone par le code reçu, que demande le réglage PHONE_PROOF',
    allow: ['customer'],
    body: phoneProof,
    responses: { 204: null },
  }),
  changePassword: endpoint('POST', '/auth/password', {
    summary: 'Changer son mot de passe en donnant l’actuel ; les autres sessions du compte se ferment',
    allow: anySignedIn,
    body: passwordChange,
    responses: { 204: null },
  }),
  startSecondFactor: endpoint('POST', '/auth/second-factor', {
    summary:
      'Préparer la connexion en deux étapes : le secret à donner à son application, en base32 et en adresse',
    allow: professionals,
    body: secondFactorStart,
    responses: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  }),
  confirmSecondFactor: endpoint('PUT', '/auth/second-factor', {
    summary: 'L’activer par un premier code ; les codes de secours, donnés cette seule fois',
    allow: professionals,
    body: secondFactorConfirmation,
    responses: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
  }),
  listSessions: endpoint('GET', '/auth/sessions', {
    summary: 'Ses propres sessions, celle de l’appel d’abord, puis la dernière vue d’abord',
    allow: anySignedIn,
    responses: { 200: z.object({ sessions: z.array(ownSession) }) },
  }),
  endOneSession: endpoint('DELETE', '/auth/sessions/{id}', {
    summary: 'Fermer une de ses sessions ; ses connexions en direct aussi',
    allow: anySignedIn,
    params: idParams,
    responses: { 204: null },
  }),
  endOtherSessions: endpoint('DELETE', '/auth/sessions', {
    summary: 'Fermer toutes ses sessions, sauf celle de l’appel',
    allow: anySignedIn,
    responses: { 204: null },
  }),
};

/** The only calls allowed to a person who has to activate the second step of signing in first. */
export const allowedBeforeEnrolment: ReadonlySet<string> = new Set([
  'GET /auth/me',
  'POST /auth/logout',
  'POST /auth/second-factor',
  'PUT /auth/second-factor',
]);

/** The only calls allowed to a deactivated account (rule 24). */
export const allowedWhenDisabled: ReadonlySet<string> = new Set(['GET /auth/me', 'POST /auth/logout']);
