import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChatSummary, CHAT_ID, pendingChat } from '../testing/consultations.ts';
import { networkError } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { aServer, show } from './chat.fixture.tsx';

const { chatAvailability, startChat } = consultationEndpoints;

const message = () => screen.findByLabelText<HTMLTextAreaElement>('Votre message');
const patientName = () => screen.findByLabelText<HTMLInputElement>('Nom du patient');
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Démarrer' }));

test('a request has the account’s name by default; it is not sent with a blank message', async () => {
  const api = aServer();
  show(aUser(), '/dashboard?chat=new');
  expect((await patientName()).value).toBe('Afi Dossou');
  fireEvent.change(await message(), { target: { value: '  ' } });
  start();
  await screen.findByText('Veuillez remplir tous les champs obligatoires');
  expect(document.activeElement).toBe(await message());
  expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a failed request is sent again with the same idempotency key, and opens its conversation', async () => {
  const api = aServer(aChatSummary(pendingChat));
  api.on(startChat, () => networkError);
  const router = show(aUser(), '/dashboard?chat=new');
  fireEvent.change(await message(), { target: { value: 'J’ai de la fièvre' } });
  start();
  await screen.findByText(/^Impossible d'envoyer la demande/);
  expect((await message()).value).toBe('J’ai de la fièvre');
  api.on(startChat, () => ({ success: true as const, chatId: CHAT_ID }));
  start();
  await screen.findByRole('heading', { name: 'En attente d’un médecin' });
  expect(router.state.location.search).toBe(`?chat=${CHAT_ID}`);
  expect(screen.getByText('Demande envoyée !')).toBeDefined();
  const requests = api.sent.filter(({ path }) => path === '/api/chat/start');
  expect(requests.map(({ body }) => body)).toEqual([
    { patientName: 'Afi Dossou', initialMessage: 'J’ai de la fièvre' },
    { patientName: 'Afi Dossou', initialMessage: 'J’ai de la fièvre' },
  ]);
  const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('typed values survive a reload, and are deleted once the request is sent', async () => {
  aServer();
  show(aUser(), '/dashboard?chat=new');
  fireEvent.change(await patientName(), { target: { value: 'Koffi Dossou' } });
  fireEvent.change(await message(), { target: { value: 'Il tousse' } });
  cleanup();
  const api = aServer(aChatSummary(pendingChat));
  api.on(startChat, () => ({ success: true as const, chatId: CHAT_ID }));
  show(aUser(), '/dashboard?chat=new');
  expect((await patientName()).value).toBe('Koffi Dossou');
  expect((await message()).value).toBe('Il tousse');
  start();
  await screen.findByRole('heading', { name: 'En attente d’un médecin' });
  expect(Object.keys(window.localStorage).filter((key) => key.includes('consultation'))).toEqual([]);
});

test.each([
  [true, 1, /^Un médecin est là maintenant/],
  [true, 3, /^3 médecins sont là maintenant/],
  [false, 0, /^Aucun médecin n’est là pour le moment.*gardé.*notification et par SMS/],
])('shows before the request (available: %s, doctors: %i): %s', async (available, doctors, text) => {
  const api = aServer();
  api.on(chatAvailability, () => ({ success: true as const, available, doctors, emergencyNumber: '112' }));
  show(aUser(), '/dashboard?chat=new');
  await waitFor(() =>
    expect(screen.getAllByRole('status').some(({ textContent }) => text.test(textContent ?? ''))).toBe(true),
  );
  expect(screen.getByRole('link', { name: '112' }).getAttribute('href')).toBe('tel:112');
});
