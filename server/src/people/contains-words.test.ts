import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { containsWords, foldWords } from './queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  for (const name of [
    'Christophe Ayédoun',
    'Christelle Ayévi',
    'Cœurdelyœ Codjo',
    'Jean-Christophe %_ Codjo',
  ])
    await buildUser(server.db, { type: 'customer', name });
});
afterAll(() => server.close());

const find = async (q: string) => {
  const found = await server.db
    .select({ name: users.name })
    .from(users)
    .where(containsWords(users.foldedName, await foldWords(server.db, q)));
  return found.map(({ name }) => name).sort();
};

it.each([
  ['christophe', ['Christophe Ayédoun', 'Jean-Christophe %_ Codjo']],
  ['Christelle', ['Christelle Ayévi']],
  ['christopher', []],
  ['ophe ayed', ['Christophe Ayédoun']],
  ['ayévi CHRIST', ['Christelle Ayévi']],
  ['cœurdely', ['Cœurdelyœ Codjo']],
  ['coeurdelyoe codjo', ['Cœurdelyœ Codjo']],
  ['christophe %', ['Jean-Christophe %_ Codjo']],
])('finds the names that contain each word whole: %s', async (q, names) => {
  expect(await find(q)).toEqual(names);
});
