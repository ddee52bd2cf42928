import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aMessage, CHAT_ID, chatOf, firstMessage, pendingChat } from '../testing/consultations.ts';
import { networkError, refuse } from '../testing/fake-api.ts';
import { aChatServer, field, findInLog, log, showConversation, shownTexts } from './conversation.fixture.tsx';

const { readChat, sendMessage } = consultationEndpoints;

test('a pending consultation has a disabled input; when a doctor accepts, « En ligne » appears and the input is enabled', async () => {
  const { server } = aChatServer([firstMessage], pendingChat);
  const { live } = showConversation();
  await screen.findByRole('heading', { name: 'En attente d’un médecin' });
  expect((await field()).disabled).toBe(true);
  expect((await field()).placeholder).toBe('En attente d’un médecin');
  server.changes = {};
  const line = 'Vous discutez avec le docteur Aïcha Kora';
  server.stored.push(aMessage(2, { senderType: 'system', senderId: null, content: line }));
  const accepted = { chatId: CHAT_ID, doctorName: 'Aïcha Kora', doctorId: aMessage(1).senderId! };
  await live.receive('chatAccepted', accepted);
  await screen.findByRole('heading', { name: 'Aïcha Kora' });
  expect(screen.getByText('En ligne').closest('[role=status]')).not.toBeNull();
  await findInLog(line);
  expect((await field()).disabled).toBe(false);
});

test('a completed consultation shows the system message and no input', async () => {
  const { server } = aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  server.changes = { status: 'completed', allowedActions: [] };
  const line = 'Le docteur Aïcha Kora a terminé la consultation';
  server.stored.push(aMessage(2, { senderType: 'system', senderId: null, content: line }));
  await live.receive('chatCompleted', { chatId: CHAT_ID, doctorName: 'Aïcha Kora' });
  await screen.findByText('Cette consultation est terminée.');
  await findInLog(line);
  expect(screen.queryByLabelText('Votre message')).toBeNull();
  expect(screen.getByRole('button', { name: 'Nouvelle' })).toBeDefined();
});

test('a request that was offered three times says so once', async () => {
  const { server } = aChatServer();
  const line = 'Aucun médecin n’a encore répondu.';
  for (const seq of [2, 3, 4])
    server.stored.push(aMessage(seq, { senderType: 'system', senderId: null, content: line }));
  showConversation();
  await findInLog(line);
  expect(screen.getAllByText(line)).toHaveLength(1);
});

test('what was being written and what waited to be sent is still there when the consultation ends', async () => {
  const { server, api } = aChatServer();
  const { live } = showConversation();
  api.on(sendMessage, () => networkError);
  fireEvent.change(await field(), { target: { value: 'En attente' } });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await findInLog('Non envoyé');
  fireEvent.change(await field(), { target: { value: 'Depuis hier,\nje tousse' } });
  server.changes = { status: 'completed', allowedActions: [] };
  api.on(sendMessage, () => refuse('CHAT_COMPLETED'));
  await live.receive('chatCompleted', { chatId: CHAT_ID, doctorName: 'Aïcha Kora' });
  await screen.findByText('Cette consultation est terminée.');
  fireEvent.click(within(await log()).getByRole('button', { name: 'Réessayer' }));
  await findInLog('Cette consultation est terminée');
  await findInLog('En attente');

  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText } }));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const kept = within(screen.getByRole('region', { name: 'Non envoyé' }));
  kept.getByText(/^Depuis hier,\s+je tousse$/);
  fireEvent.click(kept.getByRole('button', { name: 'Copier' }));
  await screen.findByText('Message copié');
  expect(writeText).toHaveBeenCalledWith('Depuis hier,\nje tousse');
  fireEvent.click(kept.getByRole('button', { name: 'Supprimer' }));
  expect(screen.queryByRole('region', { name: 'Non envoyé' })).toBeNull();
  expect(JSON.stringify(localStorage)).not.toContain('je tousse');
});

test.each(['customer', 'partnerDoctor'] as const)(
  'an active consultation of a %s shows an interruption',
  async (type) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const onLine = vi.spyOn(navigator, 'onLine', 'get');
    onTestFinished(() => {
      vi.useRealTimers();
      onLine.mockRestore();
    });
    aChatServer();
    const { live } = showConversation(type);
    const state = type === 'customer' ? 'En ligne' : 'Consultation en cours';
    await screen.findByText(state);
    onLine.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('Hors connexion');
    expect(screen.queryByText(state)).toBeNull();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText(state);
    await live.setConnected(false);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await screen.findByText(/^Coupure depuis \d+\sh\s\d+$/);
    await live.setConnected(true);
    await screen.findByText(state);
  },
);

test('the messages are grouped by day, with their times', async () => {
  const at = (timestamp: string, seq: number) => aMessage(seq, { timestamp });
  aChatServer([
    at('2026-11-18T09:00:00.000Z', 1),
    at('2026-11-19T08:05:00.000Z', 2),
    at('2026-11-19T09:00:00.000Z', 3),
    at('2026-11-20T09:30:00.000Z', 4),
  ]);
  showConversation();
  await findInLog('Message 4');
  const days = (await log()).textContent?.match(/Aujourd’hui|Hier|mer\. 18 nov\./g);
  expect(days).toEqual(['mer. 18 nov.', 'Hier', 'Aujourd’hui']);
  await findInLog('10 h 30');
});

test('links are safe, and the text is as written', async () => {
  const content = '<b>Lisez</b> https://example.com/a?b=c, puis javascript:alert(1)';
  aChatServer([aMessage(1, { content })]);
  showConversation();
  const link = await screen.findByRole('link', { name: 'https://example.com/a?b=c' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(await shownTexts()).toEqual([content]);
  expect(within(await log()).getAllByRole('link')).toHaveLength(1);
});

test('one tap on a prescription opens the customer’s order form with its code', async () => {
  const prescribed = aMessage(1, { content: '', prescriptionNumber: 'ORD-12345678' });
  aChatServer([prescribed]);
  const { router } = showConversation();
  await findInLog('ORD-12345678');
  fireEvent.click(screen.getByRole('link', { name: 'Commander avec ce code' }));
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/order', search: '?code=ORD-12345678' }),
  );
});

test('the doctor sees the patient, whose phone can be called', async () => {
  aChatServer([firstMessage, aMessage(2, { prescriptionNumber: 'ORD-12345678' })]);
  showConversation('partnerDoctor');
  await screen.findByRole('heading', { name: 'Afi Dossou' });
  expect(screen.getByRole('link', { name: /Appeler Afi Dossou/ })).toBeDefined();
  expect(screen.queryByText(/urgence/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Commander avec ce code' })).toBeNull();
});

test('a conversation that cannot be loaded shows an error with a retry button', async () => {
  const { api } = aChatServer();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  api.on(readChat, () => new Response(null, { status: 500 }));
  showConversation();
  await screen.findByText(/^Impossible de charger la conversation/);
  api.on(readChat, ({ query }) => chatOf([firstMessage], query));
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await findInLog('Bonjour docteur');
});

test('the emergency notice shows the number that the server returns', async () => {
  const { api } = aChatServer();
  api.on(consultationEndpoints.chatAvailability, () => ({
    success: true as const,
    available: false,
    doctors: 0,
    emergencyNumber: '117',
  }));
  showConversation();
  const link = await screen.findByRole('link', { name: '117' });
  expect(link.getAttribute('href')).toBe('tel:117');
  expect(link.parentElement?.textContent).toBe('En cas d’urgence, appelez le 117 ou allez aux urgences');
});
