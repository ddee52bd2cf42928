import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { openBackup } from '../backup/archive.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { clusterFolder } from '../database/embedded/home.ts';
import { type Env, readEnv } from '../env.ts';
import { folderStore } from '../files/folder-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { noteCheck } from './backups.ts';
import { print, withStore } from './with-store.ts';

/**
 * Restores a backup into an embedded PostgreSQL of its own, compares counts and sums, and removes everything: neither the database
 * in use nor its files are opened.
 * @throws OperatorError when the restored database lacks something
 */
export async function tryRestore(path: string): Promise<void> {
  const env = readEnv(process.env);
  await noteCheck(env, true, () => restoreBeside(path, env));
}

async function restoreBeside(path: string, { BACKUP_KEY: key }: Env): Promise<void> {
  const verified = await openBackup(path, { key, allowPlain: true });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-try-restore-')));
  // The user of PostgreSQL enters it.
  chmodSync(folder, 0o711);
  const begin = performance.now();
  const remove = () => removeAll(folder);
  // Ctrl-C ends the process.
  process.once('exit', remove);
  try {
    await withStore(
      async ({ pool }, env, signal) => {
        const files = folderStore(join(env.DATA_DIR, 'files'));
        const restored = await restoreBackup(verified, { pool, files, allowDemo: true, signal });
        const rows = await compareCounts(pool, restored);
        const seconds = Math.round((performance.now() - begin) / 1000);
        print(`Restauration réussie en ${seconds} s dans une base provisoire, effacée depuis.`);
        print(
          `Tables comparées : ${restored.tables.size}, lignes : ${rows}, fichiers : ${restored.files.size}.`,
        );
        for (const line of await describeSums(pool)) print(line);
        if (restored.lost.length > 0)
          print(`Fichiers déjà perdus lors de la sauvegarde : ${restored.lost.length}.`);
      },
      { hasCleanup: true, elsewhere: folder },
    );
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** The table that a restore itself writes to (rule 43). */
const WRITTEN = 'restores';

/** @returns the number of rows */
async function compareCounts(pool: Pool, { tables }: Restored): Promise<number> {
  let sum = 0;
  for (const [name, expected] of tables) {
    if (name === WRITTEN) continue;
    const { rows: known } = await pool.query(`select to_regclass($1) as "table"`, [`public."${name}"`]);
    // A later migration has dropped it.
    if (known[0].table === null) continue;
    const { rows } = await pool.query(`select count(*)::int as n from ${known[0].table}`);
    if (rows[0].n !== expected) {
      throw new OperatorError(
        `La base restaurée a ${rows[0].n} lignes dans ${name}, la sauvegarde ${expected} : gardez-la, et ne comptez pas dessus.`,
      );
    }
    sum += expected;
  }
  return sum;
}

const number = new Intl.NumberFormat('fr-FR');

/** Describes the counts and sums that an operator compares with the screens of the server in use. */
async function describeSums(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(`
    select (select count(*)::int from users) as users, (select count(*)::int from orders) as orders,
      (select max(number) from orders) as "lastOrder",
      (select coalesce(sum(amount_fcfa), 0)::float8 from payments where status = 'paid') as paid,
      (select coalesce(sum(amount_fcfa) filter (where amount_fcfa > 0), 0)::float8 from entries) as ledger,
      (select coalesce(sum(amount_fcfa), 0)::float8 from entries) as balance`);
  const [found] = rows;
  return [
    `Comptes : ${number.format(found.users)}, commandes : ${number.format(found.orders)}, la dernière : ${found.lastOrder ?? 'aucune'}.`,
    `Paiements reçus : ${number.format(found.paid)} F, grand livre : ${number.format(found.ledger)} F, son solde : ${number.format(found.balance)} F.`,
  ];
}

function removeAll(folder: string): void {
  const cluster = clusterFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  // PostgreSQL's account may not enter our folder: its data is then elsewhere.
  if (!cluster.startsWith(folder)) rmSync(dirname(cluster), { recursive: true, force: true });
}
