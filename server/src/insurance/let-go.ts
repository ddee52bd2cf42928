import type { Database } from '../database/database.ts';
import { releaseFile } from '../files/binding-queries.ts';
import { isFileOfOrder } from './queries.ts';

/** Lets go of the file of a card, unless an order has taken the card as it was with it. */
export async function releaseCardFile(tx: Database, fileKey: string): Promise<void> {
  if (!(await isFileOfOrder(tx, fileKey))) await releaseFile(tx, fileKey);
}
