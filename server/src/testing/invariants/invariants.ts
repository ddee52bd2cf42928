import { expect } from 'vitest';
import type { Database } from '../../database/database.ts';
import { brokenInvariants } from './broken-invariants.ts';

/** Fails the test when an invariant is violated. */
export async function expectInvariants(db: Database): Promise<void> {
  expect(await brokenInvariants(db)).toEqual([]);
}
