import { DrizzleQueryError } from 'drizzle-orm';
import { reasonOf } from '../start/reason-of.ts';

/**
 * One line for the operator. A failed query contains personal values, so only the database's reason is
 * printed.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof DrizzleQueryError) {
    return `La base de données n’a pas pu répondre (${reasonOf(error.cause)}) : rien n’a été changé.`;
  }
  return reasonOf(error);
}
