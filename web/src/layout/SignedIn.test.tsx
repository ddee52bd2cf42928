import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toChat } from '../consultations/chat-param.ts';
import { DoctorButton } from '../pages/visitor/home.tsx';
import { SessionContext } from '../session/session-context.ts';
import {
  aChatSummary,
  aMessage,
  CHAT_ID,
  chatOf,
  firstMessage,
  pendingChat,
} from '../testing/consultations.ts';
import { fakeApi, networkError } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { VisitorsOnly } from './AuthCard.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ChatPlace } from './SignedIn.tsx';

const { listPatientChats, chatAvailability, readChat, markChatRead, startChat } = consultationEndpoints;

/** A server with these consultations; the first one has a message. */
function aServer(...chats: ChatSummary[]) {
  const api = fakeApi();
  api.on(listPatientChats, () => ({ success: true as const, chats, total: chats.length }));
  api.on(chatAvailability, () => ({
    success: true as const,
    available: true,
    doctors: 2,
    emergencyNumber: '112',
  }));
  api.on(readChat, ({ query }) => chatOf([firstMessage], query, chats[0]));
  api.on(markChatRead, () => null);
  return api;
}

function show(user: User | null, url = '/dashboard') {
  return showPage(
    <SessionContext value={aSession(user)}>
      <DoctorButton />
      {user === null ? null : <BottomBar />}
      <ChatPlace />
    </SessionContext>,
    url,
  );
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const place = (name: string | RegExp = 'Médecin') => screen.findByRole('button', { name });

test('« Médecin » is the fourth of the five items; it opens the list, and Back closes it', async () => {
  aServer(aChatSummary());
  const router = show(aUser());
  const button = await place();
  const bar = screen.getByRole('navigation', { name: 'Navigation du client' });
  expect([...bar.children].map(({ textContent }) => textContent)).toEqual([
    'Espace',
    'Commander',
    'Suivi',
    'Médecin',
    'Profil',
  ]);
  fireEvent.click(button);
  await dialog('Mes consultations');
  expect(router.state.location.search).toBe('?chat=list');
  await act(() => router.navigate(-1));
  await closed();
});

test.each([
  [0, 'Médecin', undefined],
  [1, 'Médecin, 1 message non lu', '1'],
  [12, 'Médecin, 12 messages non lus', '9+'],
])('%i unread: the button is named « %s », its badge is « %s »', async (unread, name, badge) => {
  const api = aServer(aChatSummary({ unread }));
  show(aUser());
  await waitFor(() => expect(api.sent).not.toEqual([]));
  await waitFor(async () => {
    const button = await place(/^Médecin/);
    expect(button.textContent?.replace(/\s/g, ' ')).toBe(name);
    expect(button.querySelector<HTMLElement>('[data-count]')?.dataset.count).toBe(badge);
  });
});

test('the list shows doctor, state, last message and unread messages; a consultation opens', async () => {
  aServer(
    aChatSummary({ unread: 2 }),
    aChatSummary({ ...pendingChat, _id: aMessage(7)._id, chatId: aMessage(7)._id }),
  );
  const router = show(aUser(), '/dashboard?chat=list');
  const rows = within(await screen.findByRole('list', { name: 'Consultations' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Aïcha KoraIl y a 1\u00a0hVous : Bonjour docteurEn cours2 messages non lus',
    'En attente d’un médecinIl y a 1\u00a0hVous : Bonjour docteurEn attente',
  ]);
  fireEvent.click(within(rows[0]!).getByRole('button'));
  await screen.findByRole('log', { name: 'Messages' });
  expect(router.state.location.search).toBe(`?chat=${CHAT_ID}`);
  fireEvent.click(screen.getByRole('button', { name: 'Mes consultations' }));
  await screen.findByRole('list', { name: 'Consultations' });
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

test('one Back closes the chat from a conversation that was opened from the list', async () => {
  aServer(aChatSummary());
  const router = show(aUser());
  fireEvent.click(await place());
  fireEvent.click(within(await screen.findByRole('listitem')).getByRole('button'));
  await screen.findByRole('log', { name: 'Messages' });
  await act(() => router.navigate(-1));
  await closed();
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '' });
});

test('a notification’s link opens its conversation; closing removes it from the URL', async () => {
  aServer(aChatSummary());
  const router = show(aUser(), `/dashboard?chat=${CHAT_ID}`);
  await screen.findByRole('heading', { name: 'Aïcha Kora' });
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await closed();
  expect(router.state.location.search).toBe('');
});

test('an empty list has a button for a new consultation', async () => {
  aServer();
  show(aUser(), '/dashboard?chat=list');
  await screen.findByText('Vous n’avez pas encore de consultation');
  fireEvent.click(screen.getByRole('button', { name: 'Nouvelle consultation' }));
  await dialog('Nouvelle consultation');
});

test('a list that cannot be loaded shows an error with a retry button', async () => {
  const api = aServer();
  api.on(listPatientChats, () => new Response(null, { status: 500 }));
  show(aUser(), '/dashboard?chat=list');
  await screen.findByRole('alert');
  api.on(listPatientChats, () => ({ success: true as const, chats: [aChatSummary()], total: 1 }));
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByRole('list', { name: 'Consultations' });
});

test('a customer can start another consultation after the end of one', async () => {
  aServer(aChatSummary({ status: 'completed', allowedActions: [] }));
  show(aUser(), `/dashboard?chat=${CHAT_ID}`);
  await screen.findByText('Cette consultation est terminée.');
  fireEvent.click(screen.getByRole('button', { name: 'Nouvelle consultation' }));
  await dialog('Nouvelle consultation');
});

test('the button of the home page opens the list', async () => {
  aServer();
  const router = show(aUser(), '/');
  fireEvent.click(await screen.findByRole('button', { name: 'Parler à un médecin' }));
  await dialog('Mes consultations');
  expect(router.state.location).toMatchObject({ pathname: '/', search: '?chat=list' });
});

test('a visitor is asked to sign in, with the chat as the page to open next', async () => {
  fakeApi();
  const router = show(null, '/');
  fireEvent.click(await screen.findByRole('link', { name: 'Parler à un médecin' }));
  await screen.findByText('Veuillez vous connecter pour discuter avec un médecin');
  expect(router.state.location).toMatchObject({ pathname: '/login', state: toChat });
});

test.each([
  ['customer', '/dashboard?chat=list'],
  ['partnerDoctor', '/doctor-dashboard'],
] as const)('a %s who then signs in is redirected to %s', async (type, url) => {
  const router = showPage(
    <SessionContext value={aSession(aUser({ type }))}>
      <VisitorsOnly>Connexion</VisitorsOnly>
    </SessionContext>,
    '/login',
    toChat,
  );
  await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(url));
});

test.each(['partnerDoctor', 'supervisor'] as const)('a %s has neither button nor chat', async (type) => {
  const api = fakeApi();
  showPage(
    <SessionContext value={aSession(aUser({ type }))}>
      <DoctorButton />
      <ChatPlace />
      <p>Accueil</p>
    </SessionContext>,
    '/?chat=list',
  );
  await screen.findByText('Accueil');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent).toEqual([]);
});

describe('a new request', () => {
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
      expect(screen.getAllByRole('status').some(({ textContent }) => text.test(textContent ?? ''))).toBe(
        true,
      ),
    );
    expect(screen.getByRole('link', { name: '112' }).getAttribute('href')).toBe('tel:112');
  });
});
