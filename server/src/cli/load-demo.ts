import { Presets, SingleBar } from 'cli-progress';
import { systemClock } from '../ctx.ts';
import { DEMO_PASSWORD } from '../demo/accounts.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { isEmpty } from '../demo/queries.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { withStore } from './with-store.ts';

/**
 * Fills an empty database with the demo data.
 * @throws Error when the database has accounts, or unless DEMO is on
 */
export async function loadDemo(): Promise<void> {
  await withStore(async ({ db }, env) => {
    if (!env.DEMO) throw new OperatorError('Les données de démonstration demandent DEMO=1.');
    if (!(await isEmpty(db)))
      throw new OperatorError('La base contient déjà des comptes : rien n’a été changé.');
    const files = await openFileStore(env);
    const bar = new SingleBar({ format: '{bar} {value}/{total}' }, Presets.shades_classic);
    bar.start(1, 0);
    await fillDemo({ db, files, clock: systemClock }, (done, all) => {
      bar.setTotal(all);
      bar.update(done);
    });
    bar.stop();
    process.stdout.write(
      `Données de démonstration prêtes. Mot de passe de chaque compte : ${DEMO_PASSWORD}\n`,
    );
  });
}
