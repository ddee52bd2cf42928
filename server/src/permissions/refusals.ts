import { v7 } from 'uuid';
import { newTransactionId } from '../payments/transaction-id.ts';
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

/** A valid name that does not exist, for each path parameter that identifies a resource. */
const missingNames: Readonly<Record<string, () => string>> = {
  id: v7,
  transactionId: newTransactionId,
  provider: () => 'inconnu',
  number: () => 'ORD-00000000',
};

/**
 * A missing name for the path of this call; null when it has no parameter, or one that is not an id
 * (`{type}`).
 */
export function missingName({ endpoint }: Call): string | null {
  const parameter = /\{(\w+)\}/.exec(endpoint.path)?.[1];
  return parameter === undefined ? null : (missingNames[parameter]?.() ?? null);
}

/** Names that no resource can have, URL-encoded. */
export const malformedNames = [
  'not-a-uuid',
  '1',
  '%20',
  '..%2F',
  '..%2F..%2Fetc%2Fpasswd',
  '%252e%252e%252f',
  "1'%20or%20'1'%3D'1",
  '1%3B%20drop%20table%20users%3B--',
  '%00',
  '%F0%9F%8F%A0',
  '%7B%22%24ne%22%3Anull%7D',
  'x'.repeat(5_000),
] as const;
