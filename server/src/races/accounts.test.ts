import { expect } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { times } from '../testing/http.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, race, server, startServer } from './race.ts';

let admins: Visitor[];

// All registrations come from one address.
startServer({ limits: { accountsPerAddress: 100_000 } }, async () => {
  admins = [await server.signIn('superAdmin'), await server.signIn('superAdmin')];
});

race('two changes to an account from the same version: one is made, the other is refused', {
  given: async (round) => {
    const { id } = await buildUser(server.db, { type: 'customer' });
    const { version } = (await call(admins[0]!, 'GET', `/users/${id}`)).body.user;
    return { id, version, names: [`Nom ${round} 0`, `Nom ${round} 1`] };
  },
  callers: ({ id, version, names }) =>
    admins.map((admin, n) => () => call(admin, 'PUT', `/users/${id}`, { name: names[n], version })),
  invariant: async (responses, { id, names }) => {
    expect(codesOf(responses)).toEqual([200, 'ACCOUNT_CHANGED']);
    const { name } = (await call(admins[0]!, 'GET', `/users/${id}`)).body.user;
    expect(name).toBe(names[responses.findIndex(({ status }) => status === 200)]);
  },
});

race('one telephone registered in every notation at once is one account', {
  given: async (round) => {
    const local = String(60_000_000 + round);
    return [local, `01${local}`, `+229${local}`, `+22901${local}`, `0022901${local}`];
  },
  callers: (forms) =>
    forms.map(
      (phone) => () =>
        call(null, 'POST', '/auth/register', { name: 'Rosine Agossou', phone, password: 'secret' }),
    ),
  invariant: (responses) => {
    expect(codesOf(responses)).toEqual([201, ...times(4, () => 'PHONE_TAKEN')]);
  },
});
