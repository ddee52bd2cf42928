import type { Log } from '../ctx.ts';
import type { Env } from '../env.ts';
import { markStore, requireOwnStore } from '../files/house-mark.ts';
import { moveFiles } from '../files/move-files.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { findHouseMark } from '../files/queries.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { print, withStore } from './with-store.ts';

const places = ['folder', 's3'] as const;

/** An unreachable store ends a command. */
const log: Log = {
  info() {},
  warn() {},
  error({ err }: { err?: unknown }) {
    throw new OperatorError(`Le stockage ne peut pas être lu (${reasonOf(err)}) : rien n’a été changé.`);
  },
};

/**
 * Copies the files from one store to the other; the server may be running.
 * @throws OperatorError when some are missing in both, or the server still reads what is to be emptied
 */
export async function move(to: string, { empty = false }: { empty?: boolean }): Promise<void> {
  const place = places.find((name) => name === to);
  if (place === undefined) throw new OperatorError('Vers folder ou s3 : rien n’a été copié.');
  await withStore(
    async ({ db }, env, signal) => {
      if (env.S3 === null) throw new OperatorError('Réglages S3_… manquants : rien n’a été copié.');
      if (empty && env.FILES !== place)
        throw new OperatorError(
          `--empty demande que le serveur lise déjà la copie (FILES=${place}) : rien n’a été copié.`,
        );
      const from: Env['FILES'] = place === 's3' ? 'folder' : 's3';
      const source = await openFileStore({ ...env, FILES: from });
      const target = await openFileStore({ ...env, FILES: place });
      const isOurs = await requireOwnStore({ db, files: source, log });
      if (empty && !isOurs)
        throw new OperatorError(
          'Base restaurée : l’ancien stockage sert peut-être encore une autre base, rien n’a été copié ni ôté. Sans --empty, les fichiers sont copiés.',
        );
      const marked = await target.readMark();
      if (marked !== null && marked !== (await findHouseMark(db)))
        throw new OperatorError('Ce stockage est celui d’une autre maison : rien n’a été copié.');
      const moved = await moveFiles(db, { source, target, empties: empty, signal });
      print(
        `Fichiers copiés et comparés : ${moved.copied}, déjà là : ${moved.there}${empty ? `, ôtés de l’ancien stockage : ${moved.removed}` : ''}.`,
      );
      if (moved.missing.length > 0)
        throw new OperatorError(
          `Fichiers qui manquent des deux côtés : ${moved.missing.length} (${moved.missing.slice(0, 10).join(', ')}).`,
        );
      await markStore({ db, files: target });
      if (env.FILES !== place)
        print(`Mettez FILES=${place}, redémarrez, puis recommencez cette commande pour les derniers dépôts.`);
    },
    { hasCleanup: true },
  );
}

/** Declares that the configured store is this house's, whatever its mark says. */
export async function adopt(): Promise<void> {
  await withStore(async ({ db }, env) => {
    await markStore({ db, files: await openFileStore(env) });
    print(
      'Ce stockage est désormais à cette base seule : une autre qui s’en servait ne démarre plus avec lui.',
    );
  });
}
