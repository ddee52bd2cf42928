import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen } from '@testing-library/react';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Accounts } from './Accounts.tsx';

const id = (n: number) => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const afi = aUser({ _id: id(1), email: 'afi@exemple.bj' });
export const kora = aUser({
  _id: id(2),
  name: 'Kora',
  type: 'partnerDoctor',
  titrePartenaire: 'docteur',
  verified: false,
  email: 'kora@exemple.bj',
  address: 'Cadjèhoun',
});
export const root = aUser({ _id: id(3), name: 'Racine', type: 'superAdmin', email: 'racine@exemple.bj' });
const off = aUser({ _id: id(4), name: 'Éteint', type: 'deliveryPerson', active: false });

/** A fake server with these accounts: it ignores filters and applies changes. */
export function serve(users: User[] = [afi, kora, root, off], total = users.length) {
  const api = fakeApi();
  const stored = { users, total };
  const put = (path: string, change: object) => {
    stored.users = stored.users.map((one) => (path.includes(one._id) ? { ...one, ...change } : one));
    return { user: stored.users.find(({ _id }) => path.includes(_id)) ?? afi };
  };
  api.on(userEndpoints.listUsers, () => ({ users: stored.users, total: stored.total }));
  api.on(statsEndpoints.readUserStats, () => countsOf(...stored.users));
  api.on(userEndpoints.updateUser, ({ path, body }) => put(path, body as object));
  api.on(userEndpoints.toggleUser, ({ path, body }) => put(path, body as object));
  api.on(userEndpoints.createUser, () => ({ user: afi }));
  api.on(userEndpoints.deleteUser, ({ path }) => {
    stored.users = stored.users.filter(({ _id }) => !path.includes(_id));
    return null;
  });
  const sentChanges = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));
  const lastQuery = () => api.sent.filter(({ path }) => path === '/api/users').at(-1)?.query;
  return { api, stored, sentChanges, lastQuery };
}

/** Renders the accounts with these search params. */
export const show = (more = '') => showPage(<Accounts />, `/cpanel/users${more}`);
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
