import type { Call } from './table.ts';

/** The exact refusals, the same for all callers and endpoints. */
const refusal = (status: number, code: string, message: string) => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ success: false, code, message }),
});

export const UNAUTHENTICATED = refusal(401, 'UNAUTHENTICATED', 'Session expirée, veuillez vous reconnecter');
export const FORBIDDEN = refusal(403, 'FORBIDDEN', "Vous n'avez pas accès à cette action");
export const DISABLED = refusal(
  403,
  'ACCOUNT_DISABLED',
  "Votre compte a été désactivé. Contactez l'administrateur.",
);
export const NOT_FOUND = refusal(404, 'NOT_FOUND', 'Élément introuvable');
const NO_PRESCRIPTION = refusal(404, 'NO_PRESCRIPTION', 'Aucune ordonnance trouvée');

/** The response for a missing or foreign resource: always the same, except for the search by code. */
export const missingOf = ({ name }: Call) => (name === 'searchPrescription' ? NO_PRESCRIPTION : NOT_FOUND);

export const NO_SUCH_PAGE = refusal(404, 'ROUTE_NOT_FOUND', 'Page introuvable');

const UNREADABLE = refusal(400, 'BAD_REQUEST', 'Requête invalide');
const TOO_LARGE = refusal(413, 'TOO_LARGE', 'Requête trop volumineuse');
export const UNSUPPORTED = refusal(415, 'UNSUPPORTED', 'Format de requête non pris en charge');

/** Unreadable bodies with the refusal for a caller who is allowed. */
export const unreadable = [
  { refused: UNREADABLE, change: { payload: '{"label":' } },
  { refused: UNREADABLE, change: { payload: '{"__proto__":{"type":"superAdmin"}}' } },
  { refused: TOO_LARGE, change: { payload: JSON.stringify({ label: 'x'.repeat(1_048_576) }) } },
  { refused: UNSUPPORTED, change: { payload: 'label=x', contentType: 'application/x-www-form-urlencoded' } },
] as const;

/** A readable body that is invalid for every call that has one. */
export const WRONG_FIELDS = '[]';
