import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findPostmasters } from '../database/embedded/postmaster.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
afterAll(endPrograms);

// Filling beside a server, and what is refused: start/database-url.test.ts and start/production.test.ts.
it('interrupted, it leaves no database running; once more, it fills it', async () => {
  const env = { DATA_DIR: makeDataFolder() };
  const cluster = join(env.DATA_DIR, 'postgres');
  const interrupted = run('command', { env, args: ['demo'] });
  await vi.waitFor(() => expect(findPostmasters(cluster)).toHaveLength(1), { timeout: 60_000, interval: 5 });
  expect(await interrupted.kill('SIGINT')).toEqual({ code: 130, output: '', complaint: '' });
  expect(findPostmasters(cluster)).toEqual([]);

  expect(await run('command', { env, args: ['demo'] }).ended).toEqual({
    code: 0,
    output: 'Données de démonstration prêtes. Mot de passe de chaque compte : demo-amasin\n',
    complaint: '',
  });
  expect(findPostmasters(cluster)).toEqual([]);
});
