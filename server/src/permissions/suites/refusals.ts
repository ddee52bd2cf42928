import type { Call } from '../table.ts';

/** RELIABILITY 5: what is refused, in these words and bytes whoever asks and whatever for. */
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

/** What is answered for a thing that is not there or not theirs: the same whatever it is, but for looking up a code. */
export const missingOf = ({ name }: Call) => (name === 'searchPrescription' ? NO_PRESCRIPTION : NOT_FOUND);

export const NO_SUCH_PAGE = refusal(404, 'ROUTE_NOT_FOUND', 'Page introuvable');

const UNREADABLE = refusal(400, 'BAD_REQUEST', 'Requête invalide');
const TOO_LARGE = refusal(413, 'TOO_LARGE', 'Requête trop volumineuse');
const UNSUPPORTED = refusal(415, 'UNSUPPORTED', 'Format de requête non pris en charge');

/** Bodies that cannot be read, with what is answered where the caller may call at all. */
export const unreadable = [
  { refused: UNREADABLE, change: { payload: '{"label":' } },
  { refused: UNREADABLE, change: { payload: '{"__proto__":{"type":"superAdmin"}}' } },
  { refused: TOO_LARGE, change: { payload: JSON.stringify({ label: 'x'.repeat(1_048_576) }) } },
  { refused: UNSUPPORTED, change: { payload: 'label=x', contentType: 'application/x-www-form-urlencoded' } },
] as const;

/** A body that can be read and is wrong for every call that takes one. */
export const WRONG_FIELDS = '[]';
