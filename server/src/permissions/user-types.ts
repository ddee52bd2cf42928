import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { ask } from './ask.ts';
import { FORBIDDEN } from './refusals.ts';
import { PASSWORD, type World } from './world.ts';

const spellings = ['superAdmin', 'superadmin', 'SUPERADMIN'];
const staff = userTypes.filter((type) => type !== 'customer');

/** `superadmin` is `superAdmin` in a path; in a body, callers cannot set their own type. */
export function readsUserTypes(world: () => World): void {
  const list = async (type: UserType, input: string) => {
    const w = world();
    const visitor = await w.server.session(w.people[type].owner);
    return ask(w, 'listUsersOfType', visitor, { params: { type: input } });
  };
  const signIn = async (row: { phone: string | null; email: string | null }, body: object) => {
    const name = row.email === null ? 'login' : 'adminLogin';
    const who = row.email === null ? { identifier: row.phone } : { email: row.email };
    const { status, text } = await ask(world(), name, null, {
      body: { ...who, password: PASSWORD, ...body },
    });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  };

  describe('a user type in a path', () => {
    it('accepts any capitalisation of superAdmin', async () => {
      const [first, ...others] = await Promise.all(spellings.map((input) => list('superAdmin', input)));
      expect(first?.status).toBe(200);
      for (const other of others) expect(other).toEqual(first);
    });

    it('returns users of assignable types to a supervisor, and 403 for other types', async () => {
      for (const input of ['pharmacy', 'deliveryPerson', 'agent', 'deliveryperson']) {
        const { status, text } = await list('supervisor', input);
        expect(status).toBe(200);
        for (const user of JSON.parse(text).users)
          expect(Object.keys(user)).toEqual(['_id', 'name', 'phone']);
      }
      for (const input of ['customer', 'partnerDoctor', 'supervisor', ...spellings]) {
        expect(await list('supervisor', input), input).toEqual(FORBIDDEN);
      }
    });

    it.each(['supervisor', 'superAdmin'] as const)(
      'returns 422 to a %s for an unknown type',
      async (type) => {
        for (const input of ['not-a-uuid', '../', "' or 1=1", '%00', 'ROOT']) {
          const { status, text } = await list(type, input);
          expect([status, JSON.parse(text).message], input).toEqual([422, 'Type inconnu']);
        }
      },
    );
  });

  describe('a user type claimed in a body', () => {
    it.each(userTypes)('is ignored in the sign-in of a %s', async (type) => {
      const w = world();
      const row = await buildUser(w.server.db, { type, passwordHash: w.passwordHash });
      for (const claimed of spellings) {
        const { user, token } = await signIn(row, { userType: claimed, type: claimed });
        expect(user).toMatchObject({ _id: row.id, type });
        const stats = await ask(w, 'readUserStats', { row, token }, {});
        if (type === 'superAdmin') expect(stats.status).toBe(200);
        else expect(stats).toEqual(FORBIDDEN);
      }
    });

    it.each(staff)('does not let a %s use the sign-in of customers, nor a customer theirs', async (type) => {
      const w = world();
      const row = await buildUser(w.server.db, { type, passwordHash: w.passwordHash });
      const email = `client-${row.id}@exemple.bj`;
      await buildUser(w.server.db, { type: 'customer', email, passwordHash: w.passwordHash });
      const claims = { password: PASSWORD, userType: type, type };
      const wrong = await ask(w, 'login', null, { body: { identifier: row.phone, password: 'autre' } });
      expect([wrong.status, JSON.parse(wrong.text).message]).toEqual([401, 'Identifiants incorrects']);
      expect(await ask(w, 'login', null, { body: { identifier: row.phone, ...claims } })).toEqual(wrong);
      expect(await ask(w, 'adminLogin', null, { body: { email, ...claims } })).toEqual(wrong);
    });

    it.each(spellings)('does not make a new customer a %s', async (claimed) => {
      const w = world();
      const input = { type: claimed, userType: claimed, role: claimed, active: false, verified: true };
      const body = { name: 'Rosine Agossou', phone: w.newPhone(), password: PASSWORD, ...input };
      const { text } = await ask(w, 'register', null, { body });
      expect(JSON.parse(text).user).toMatchObject({ type: 'customer', active: true, verified: false });
    });
  });
}
