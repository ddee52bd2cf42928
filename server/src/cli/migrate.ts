import { findPendingMigrations, migrateDatabase } from '../database/migrate.ts';
import { knownMigrations } from '../database/migration-list.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { print, withStore } from './with-store.ts';

interface Options {
  /** Only says what would be done. */
  readonly check?: boolean;
  /** The operator says that no older server is running. */
  readonly stopped?: boolean;
}

/**
 * Migrates the schema ahead of a new release, and says whether the servers of the last one may keep running meanwhile.
 * @throws OperatorError when they have to be stopped first and the operator has not said that they are
 */
export async function migrate({ check = false, stopped = false }: Options): Promise<void> {
  await withStore(
    async ({ pool }) => {
      const pending = await findPendingMigrations(pool);
      const isNew = pending.length === knownMigrations.length;
      const hasToStop = !isNew && pending.some(({ servesOldCode }) => !servesOldCode);
      if (pending.length > 0) print(`Mises à jour de la base : ${pending.map(({ tag }) => tag).join(', ')}.`);
      if (pending.length > 0 && !isNew) print(hasToStop ? STOPS : SERVES);
      if (!check) {
        if (hasToStop && !stopped)
          throw new OperatorError('Ajoutez --stopped quand il est arrêté : rien n’a été changé.');
        // Without anything to do, it still refuses a database that this code cannot serve.
        await migrateDatabase(pool);
      }
      if (!check || pending.length === 0) print('La base est à jour.');
    },
    { migrates: false },
  );
}

const STOPS = 'La version précédente ne sert pas la base mise à jour : arrêtez d’abord son serveur.';
const SERVES = 'La version précédente sert aussi la base mise à jour : son serveur peut rester en marche.';
