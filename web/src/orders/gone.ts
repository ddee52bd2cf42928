import { ApiError } from '../lib/api-error.ts';

/**
 * What became of an order that does not exist or that its reader no longer has, and why: cached data is not shown. Null while it can
 * be read.
 */
export function goneOf(error: Error | null): { what: string; why: string } | null {
  if (!(error instanceof ApiError)) return null;
  // Who had it until it was cancelled.
  if (error.code === 'STATE_CHANGED') return { what: 'annulée', why: 'Elle ne vous est plus confiée.' };
  // The message says who has it now, or why it was taken back.
  if (error.code === 'REASSIGNED' || error.status === 409) return { what: 'reprise', why: error.message };
  if (error.status === 404)
    return { what: 'introuvable', why: 'Elle n’existe pas, ou elle ne vous est plus confiée.' };
  return null;
}
