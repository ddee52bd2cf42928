import { remainingOf } from '@amasin/domain/benefits/journal.ts';
import { expect } from 'vitest';
import { sumBalance } from '../benefits/balance-queries.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** Pays a payee by hand all that is owed, without which the account cannot be deleted. */
export async function payOff(server: TestApp, admin: Visitor, payee: string): Promise<void> {
  const amount = remainingOf(await sumBalance(server.db, payee));
  const body = { payee, amount, method: 'cash', reference: 'Solde de tout compte' };
  expect((await server.call(admin, 'POST', '/benefics/settlement/by-hand', body)).status).toBe(200);
}
