import { describe, expect, it } from 'vitest';
import { errorResponse } from '../error-response.ts';
import { type RefusalCode, refusalMessage, refusals } from './refusals.ts';

const codes = Object.keys(refusals) as RefusalCode[];

/** Statuses and texts that clients and people rely on, letter for letter. */
const quoted = {
  BAD_REQUEST: [400, 'Requête invalide'],
  INVALID_CREDENTIALS: [401, 'Identifiants incorrects'],
  UNAUTHENTICATED: [401, 'Session expirée, veuillez vous reconnecter'],
  PAYMENT_REQUIRED: [
    402,
    'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.',
  ],
  PAYMENT_PENDING: [
    402,
    'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.',
  ],
  ACCOUNT_DISABLED: [403, "Votre compte a été désactivé. Contactez l'administrateur."],
  FORBIDDEN: [403, "Vous n'avez pas accès à cette action"],
  NOT_FOUND: [404, 'Élément introuvable'],
  ROUTE_NOT_FOUND: [404, 'Page introuvable'],
  STATE_CHANGED: [409, 'Action impossible : la commande est déjà « {state} »'],
  ALREADY_ASSIGNED: [409, 'Commande déjà assignée à {name}'],
  ALREADY_TREATED: [409, 'Cette commande a déjà été traitée'],
  AMOUNT_CHANGED: [409, 'Le montant a changé : {total} F. Veuillez vérifier puis confirmer.'],
  MEDICATION_UNAVAILABLE: [409, "Ce médicament n'est plus disponible"],
  ZONE_UNAVAILABLE: [409, "Cette zone n'est plus desservie"],
  PAYMENT_ALREADY_USED: [409, 'Ce paiement a déjà été utilisé'],
  PHONE_TAKEN: [409, 'Un compte existe déjà avec ce numéro'],
  NOT_ASSIGNABLE: [422, "Cette personne n'est pas disponible pour cette commande"],
  PRESCRIPTION_NEEDED: [422, 'Ce médicament demande une ordonnance'],
  TOO_MANY_TRIES: [429, 'Trop de tentatives. Veuillez réessayer dans quelques minutes.'],
  INTERNAL: [500, 'Service momentanément indisponible. Veuillez réessayer.'],
  UNAVAILABLE: [503, 'Service momentanément indisponible. Veuillez réessayer.'],
  PAYMENT_SERVICE_ERROR: [503, 'Payment service error'],
} as const satisfies Partial<Record<RefusalCode, readonly [number, string]>>;

describe('the table of refusals', () => {
  it.each(Object.entries(quoted))('%s has its fixed status and text', (code, [status, message]) => {
    expect(refusals[code as RefusalCode]).toEqual({ status, message });
  });

  it.each(codes)('%s has a valid code, a known status and a French message', (code) => {
    const { status, message } = refusals[code];
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect([400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 431, 500, 503]).toContain(status);
    expect(message).toMatch(/^\p{Lu}/u);
    // Its text is English by requirement.
    if (code !== 'PAYMENT_SERVICE_ERROR')
      expect(message).not.toMatch(/\b(the|is|invalid|error|not|failed)\b/i);
    expect(message).not.toMatch(/\b(sql|stack|undefined|null)\b|\/\w+\//i);
  });

  it('has NOT_FOUND among the 404 codes, and one text for required and pending payments', () => {
    const found = codes.filter((code) => refusals[code].status === 404);
    expect(found).toContain('NOT_FOUND');
    expect(refusals.PAYMENT_REQUIRED.message).toBe(refusals.PAYMENT_PENDING.message);
  });
});

describe('the text of a refusal', () => {
  it.each([
    ['STATE_CHANGED', { state: 'Livrée' }, 'Action impossible : la commande est déjà « Livrée »'],
    ['ALREADY_ASSIGNED', { name: 'Koffi $& Fils' }, 'Commande déjà assignée à Koffi $& Fils'],
    ['AMOUNT_CHANGED', { total: 12500 }, 'Le montant a changé : 12500 F. Veuillez vérifier puis confirmer.'],
    ['AMOUNT_CHANGED', { total: 0 }, 'Le montant a changé : 0 F. Veuillez vérifier puis confirmer.'],
    ['NOT_FOUND', { name: 'rien' }, 'Élément introuvable'],
    ['ALREADY_ASSIGNED', {}, 'Commande déjà assignée à {name}'],
  ] as const)('%s with %o: %s', (code, values, text) => {
    expect(refusalMessage(code, values)).toBe(text);
  });

  it('does not substitute placeholders inside values', () => {
    expect(refusalMessage('ALREADY_ASSIGNED', { name: '{total}', total: 1 })).toBe(
      'Commande déjà assignée à {total}',
    );
  });

  it('fits the error response, which drops unknown keys', () => {
    const body = {
      success: false,
      code: 'INVALID',
      message: refusalMessage('INVALID'),
      stack: 'at …',
    };
    expect(errorResponse.parse(body)).toEqual({
      success: false,
      code: 'INVALID',
      message: body.message,
    });
  });
});
