import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { consentVersions, healthConsentWords } from '@amasin/domain/users/consent.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../lib/call.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { writeToken } from '../lib/session-token.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { heading, open } from './session.fixture.tsx';

beforeEach(() => {
  notifications.clean();
  writeToken(null);
});

const chatId = '0198a000-0000-7000-8000-0000000000e1';
const started = { success: true as const, chatId };
const body = { patientName: 'Afi Dossou', initialMessage: 'Bonjour docteur' };
/** What a screen does with health data. */
const consult = () => withHealthConsent(() => call(consultationEndpoints.startChat, { body }));

async function openAs(user: User) {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user }));
  api.on(userEndpoints.giveConsent, () => null);
  api.on(consultationEndpoints.startChat, () => started);
  writeToken('good');
  const router = open(user.type === 'customer' ? '/order' : '/profile');
  await heading(user.type === 'customer' ? 'Commande de Afi Dossou' : 'Profil');
  // The placeholder of an earlier visit is replaced by the answer of the server.
  await waitFor(() => expect(api.sent.some(({ path }) => path === '/api/auth/me')).toBe(true));
  const sentTo = (path: string) => api.sent.filter((sent) => sent.method === 'POST' && sent.path === path);
  return {
    api,
    router,
    given: () => sentTo('/api/users/me/consents'),
    done: () => sentTo('/api/chat/start'),
  };
}

/** The code of the refusal; it is awaited from the start, so that no rejection is unhandled meanwhile. */
const refusedBy = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error) => error.code,
  );

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.queryByRole('dialog', { name: healthConsentWords.title });

test('asks a customer once before the first use of health data, then does it', async () => {
  const { given, done } = await openAs(aUser());
  const first = consult();
  await press('J’accepte');
  expect(await first).toMatchObject({ chatId });
  expect(given().map((sent) => sent.body)).toEqual([{ purpose: 'health', version: consentVersions.health }]);
  await waitFor(() => expect(dialog()).toBeNull());
  expect(await consult()).toMatchObject({ chatId });
  expect(given()).toHaveLength(1);
  expect(done()).toHaveLength(2);
});

test('asks once for two acts at once', async () => {
  const { given, done } = await openAs(aUser());
  const both = [consult(), consult()];
  await press('J’accepte');
  await Promise.all(both);
  expect(given()).toHaveLength(1);
  expect(done()).toHaveLength(2);
});

test('Back closes the question only, and another page leaves it nowhere', async () => {
  const { done, router } = await openAs(aUser());
  const back = refusedBy(consult());
  await screen.findByRole('button', { name: 'J’accepte' });
  await act(() => router.navigate(-1));
  expect(await back).toBe('CONSENT_NOT_GIVEN');
  await waitFor(() => expect(dialog()).toBeNull());
  await heading('Commande de Afi Dossou');

  const away = refusedBy(consult());
  await screen.findByRole('button', { name: 'J’accepte' });
  await act(() => router.navigate('/'));
  expect(await away).toBe('CONSENT_NOT_GIVEN');
  await heading('Accueil');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(done()).toHaveLength(0);
});

test('sends nothing after « Pas maintenant », and asks again next time', async () => {
  const { given, done } = await openAs(aUser());
  const refused = consult().catch((error) => error.message);
  await press('Pas maintenant');
  expect(await refused).toBe('Rien n’a été envoyé : il faut d’abord votre accord.');
  await waitFor(() => expect(dialog()).toBeNull());
  const next = consult();
  await press('J’accepte');
  await next;
  expect(given()).toHaveLength(1);
  expect(done()).toHaveLength(1);
});

test.each([
  [
    'the network',
    (): typeof networkError => networkError,
    'Pas de connexion. Vérifiez votre réseau, puis réessayez.',
  ],
  [
    'words that have changed',
    () => refuse('INVALID', { version: 'Ce texte a changé. Veuillez recharger la page.' }),
    'Ce texte a changé. Veuillez recharger la page.',
  ],
] as const)(
  'says that the consent was not recorded because of %s, and tries again',
  async (_why, reply, words) => {
    const { api, done } = await openAs(aUser());
    api.on(userEndpoints.giveConsent, reply);
    const act = consult();
    await press('J’accepte');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(done()).toHaveLength(0);
    api.on(userEndpoints.giveConsent, () => null);
    await press('J’accepte');
    expect(await act).toMatchObject({ chatId });
  },
);

test('asks again when the consent was withdrawn on another device, and repeats the act', async () => {
  const { api, given, done } = await openAs(aUser({ hasHealthConsent: true }));
  api.on(consultationEndpoints.startChat, () =>
    given().length === 0 ? refuse('CONSENT_WITHDRAWN') : started,
  );
  const act = consult();
  await press('J’accepte');
  expect(await act).toMatchObject({ chatId });
  expect(done()).toHaveLength(2);
});

test.each([
  ['a customer who has agreed', aUser({ hasHealthConsent: true })],
  ['a professional', aUser({ type: 'partnerDoctor' })],
])('does not ask %s', async (_who, user) => {
  const { done } = await openAs(user);
  await vi.waitFor(async () => expect(await consult()).toMatchObject({ chatId }));
  expect(dialog()).toBeNull();
  expect(done()).toHaveLength(1);
});
