import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../../testing/fake-object-urls.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';

function show() {
  const api = fakeApi();
  const urls = fakeObjectUrls();
  const saved = recordSavedFiles();
  showPage(<OwnDataSection user={aUser({ type: 'customer' })} />, '/profile');
  return { api, urls, saved };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['PDF, à lire', userEndpoints.printOwnData, 'mes-donnees.pdf'],
  ['JSON, à reprendre', userEndpoints.exportOwnData, 'mes-donnees.json'],
] as const)('« %s » saves the file', async (button, endpoint, name) => {
  const { api, urls, saved } = show();
  api.on(endpoint, () => new Response('contenu'));
  await press(button);
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
