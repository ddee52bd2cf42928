import type { BlockingItem } from '@amasin/domain/users/blocking-item.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { store, UNSENT_MESSAGES } from '../../lib/stored.ts';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';

function show(change: Partial<User> = {}) {
  const api = fakeApi();
  const leave = vi.fn();
  const user = aUser({ _id: 'afi', ...change });
  showPage(
    <SessionContext value={aSession(user, { leave })}>
      <OwnDataSection user={user} onChanged={() => {}} />
    </SessionContext>,
    '/profile',
  );
  return { api, leave };
}

async function open() {
  fireEvent.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }));
  return screen.findByRole('dialog', { name: 'Supprimer mon compte' });
}

function send(dialog: HTMLElement, password = 'secret') {
  const field = within(dialog).getByLabelText(/^Mot de passe/);
  fireEvent.change(field, { target: { value: password } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer mon compte' }));
  return field as HTMLInputElement;
}

test('a customer reads what goes and what stays, gives her password, and arrives on the page that says it is done', async () => {
  const { api, leave } = show();
  window.localStorage.setItem('device', 'marque');
  api.on(userEndpoints.deleteOwnAccount, () => null);
  const dialog = await open();
  for (const text of ['Effacés tout de suite', 'Gardés sans votre nom', 'téléchargez d’abord vos données'])
    expect(dialog.textContent).toContain(text);
  send(dialog);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/compte-supprime'));
  expect(api.sent.at(-1)).toMatchObject({ path: '/api/users/me/delete', body: { password: 'secret' } });
  expect(window.localStorage.getItem('device')).toBeNull();
});

test('says what is open, with the way to each', async () => {
  const { api, leave } = show();
  const things: BlockingItem[] = [
    { kind: 'order', order: { _id: 'o1', number: 'CMD-000042' } },
    { kind: 'payment', order: null },
  ];
  const body = { success: false, code: 'OPEN_ORDERS', message: 'Encore en cours', open: things };
  api.on(userEndpoints.deleteOwnAccount, () => Response.json(body, { status: 409 }));
  const dialog = await open();
  const field = send(dialog);
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain(
    'Votre commande CMD-000042 est en cours : vous pourrez supprimer votre compte quand elle sera terminée.',
  );
  expect(alert.textContent).toContain('Un paiement est en vérification');
  const link = within(alert).getByRole('link', { name: 'Voir CMD-000042' });
  expect(link.getAttribute('href')).toBe('/tracking?order=o1');
  expect([field.value, leave.mock.calls]).toEqual(['secret', []]);
});

const failures: [string, ReturnType<typeof refuse> | typeof networkError, string | RegExp][] = [
  ['a wrong password', refuse('WRONG_PASSWORD'), 'Mot de passe actuel incorrect'],
  ['too many guesses', refuse('TOO_MANY_TRIES'), /^Trop de tentatives/],
  ['no network', networkError, /^Pas de réponse : .* votre compte est supprimé\.$/],
];

test.each(failures)('keeps the dialog and what was typed after %s', async (_, reply, message) => {
  const { api, leave } = show();
  api.on(userEndpoints.deleteOwnAccount, () => reply);
  const dialog = await open();
  const field = send(dialog);
  await within(dialog).findByText(message);
  expect([field.value, leave.mock.calls]).toEqual(['secret', []]);
});

test('takes an ended session for the answer that did not arrive', async () => {
  const { api, leave } = show();
  api.on(userEndpoints.deleteOwnAccount, () => networkError);
  const dialog = await open();
  send(dialog);
  await within(dialog).findByText(/^Pas de réponse/);
  api.on(userEndpoints.deleteOwnAccount, () => refuse('UNAUTHENTICATED'));
  send(dialog);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/compte-supprime'));
});

test('an ended session alone is not taken for it', async () => {
  const { api, leave } = show();
  api.on(userEndpoints.deleteOwnAccount, () => refuse('UNAUTHENTICATED'));
  const dialog = await open();
  send(dialog);
  await within(dialog).findByText('Session expirée, veuillez vous reconnecter');
  expect(leave).not.toHaveBeenCalled();
});

test('warns of what has not left the device', async () => {
  store('afi', UNSENT_MESSAGES, [{}]);
  show();
  expect((await open()).textContent).toContain('Ce qui n’est pas encore parti de cet appareil sera perdu.');
});

test('tells the others whom to ask', async () => {
  show({ type: 'agent' });
  await screen.findByText('Pour faire supprimer votre compte, demandez-le à l’administrateur d’Amasin.');
  expect(screen.queryByRole('button', { name: 'Supprimer mon compte' })).toBeNull();
});
