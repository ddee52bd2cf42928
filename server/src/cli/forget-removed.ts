import type { Database } from '../database/database.ts';
import { readEnv } from '../env.ts';
import type { Jobs } from '../ports/jobs.ts';
import { Refusal } from '../refusal.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { readRemovedPeople, removedPeopleFile } from '../start/removed-people.ts';
import { deleteAccount } from '../users/delete.ts';
import { print, withStore } from './with-store.ts';

/** Removes again the accounts of a list that a restored database still has. */
export async function forgetRemoved(given?: string): Promise<void> {
  const path = given ?? removedPeopleFile(readEnv(process.env).DATA_DIR);
  await withStore(({ db }) => forgetAgain(db, path));
}

/** Nobody is told again: those whom it concerned have been. */
const silently: Jobs = { add: async () => {}, addLater: async () => {} };

/** @throws OperatorError when the list cannot be read */
export async function forgetAgain(db: Database, path: string): Promise<void> {
  const listed = await readRemovedPeople(path).catch((error: unknown) => {
    throw new OperatorError(
      `La liste des comptes supprimés ne peut pas être lue (${reasonOf(error)}) : aucun compte n’a été supprimé.`,
      { cause: error },
    );
  });
  const waiting: string[] = [];
  let count = 0;
  for (const id of listed.keys()) {
    const found = await forget(db, id);
    if (found === 'waits') waiting.push(id);
    if (found === 'removed') count += 1;
  }
  print(`Comptes supprimés depuis cette sauvegarde, supprimés de nouveau : ${count}.`);
  for (const id of waiting) {
    print(
      `Le compte ${id} attend : dans cette sauvegarde, il a une commande ou un gain en cours. Terminez-les, puis : npm run amasin -- forget-removed`,
    );
  }
}

async function forget(db: Database, id: string): Promise<'removed' | 'waits' | 'gone'> {
  try {
    const clock = { now: () => new Date() };
    await deleteAccount({ db, clock, jobs: silently, actor: null }, id);
    return 'removed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'NOT_FOUND' ? 'gone' : 'waits';
  }
}
