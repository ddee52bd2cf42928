import { type Consent, userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../../testing/fake-object-urls.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';

const terms: Consent = {
  purpose: 'terms',
  version: '2026-11-29',
  givenAt: '2026-11-30T08:00:00.000Z',
  withdrawnAt: null,
};
const health: Consent = { ...terms, purpose: 'health', givenAt: '2026-12-01T08:00:00.000Z' };

function show({ consents = [terms], user = aUser() }: { consents?: Consent[]; user?: User } = {}) {
  const api = fakeApi();
  const changed: User[] = [];
  api.on(userEndpoints.listOwnConsents, () => ({ consents }));
  const urls = fakeObjectUrls();
  const saved = recordSavedFiles();
  showPage(<OwnDataSection user={user} onChanged={(after) => changed.push(after)} />, '/profile');
  return { api, urls, saved, changed };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['PDF, à lire', userEndpoints.printOwnData, 'mes-donnees.pdf'],
  ['JSON, à reprendre', userEndpoints.exportOwnData, 'mes-donnees.json'],
] as const)('« %s » saves the file', async (button, endpoint, name) => {
  const { api, urls, saved } = show();
  const { promise, resolve } = Promise.withResolvers<Response>();
  api.on(endpoint, () => promise);
  await press(button);
  await screen.findByText('Nous préparons vos données : gardez cette page ouverte.');
  resolve(new Response('contenu'));
  await waitFor(() => expect(saved).toEqual([name]));
  expect(await [...urls.values()][0]?.text()).toBe('contenu');
});

test('says why they could not be downloaded', async () => {
  const { api, saved } = show();
  api.on(userEndpoints.printOwnData, () => refuse('UNAVAILABLE'));
  await press('PDF, à lire');
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeNull());
  expect(saved).toEqual([]);
});

test('lists the consents, and withdraws the one to the use of health data', async () => {
  const user = aUser({ hasHealthConsent: true });
  const { api, changed } = show({ consents: [terms, health], user });
  const list = await screen.findByRole('list', { name: 'Vos accords' });
  expect(list.textContent).toContain('Conditions de vente et d’utilisation');
  expect(list.textContent).toContain('Donné le 1er décembre 2026, texte du 29 novembre 2026.');
  const withdrawn = { ...health, withdrawnAt: '2026-12-02T08:00:00.000Z' };
  api.on(userEndpoints.withdrawHealthConsent, () => {
    api.on(userEndpoints.listOwnConsents, () => ({ consents: [terms, withdrawn] }));
    return null;
  });
  await press('Retirer cet accord');
  await screen.findByText(/Votre carte d’assurance est supprimée et vos consultations prennent fin/);
  await press('Retirer');
  expect(await screen.findByText(/Retiré le 2 décembre 2026/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Retirer cet accord' })).toBeNull();
  expect(changed).toEqual([aUser()]);
});

test('keeps the consent when it could not be withdrawn', async () => {
  const { api, changed } = show({ consents: [health] });
  api.on(userEndpoints.withdrawHealthConsent, () => networkError);
  await press('Retirer cet accord');
  await press('Retirer');
  expect(await screen.findByText(/^L’accord n’a pas été retiré\./)).toBeDefined();
  expect(changed).toEqual([]);
});

test('asks nothing about consents for people who did not register themselves', async () => {
  const { api } = show({ user: aUser({ type: 'agent' }) });
  await screen.findByRole('button', { name: 'PDF, à lire' });
  expect(api.sent).toEqual([]);
});
