import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CHAT_ID } from '../testing/consultations.ts';
import { networkError, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls } from '../testing/fake-object-urls.ts';
import { chooseFile, fakeUploads } from '../testing/fake-uploads.ts';
import { phoneScreen } from '../testing/show-page.tsx';
import { MAX_LENGTH } from './Composer.tsx';
import {
  aChatServer,
  bodiesOf,
  field,
  findInLog,
  log,
  showConversation,
  shownTexts,
} from './conversation.fixture.tsx';

const { readChat, sendMessage } = consultationEndpoints;

async function write(text: string): Promise<void> {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

test('a message is sent with its own identifier, and is shown once', async () => {
  const { sentBodies } = aChatServer();
  showConversation();
  await write('  J’ai de la fièvre  ');
  await findInLog('J’ai de la fièvre');
  await waitFor(async () => expect((await log()).textContent).not.toContain('Envoi…'));
  expect(await shownTexts()).toEqual(['Bonjour docteur', 'J’ai de la fièvre']);
  expect(sentBodies()).toEqual([
    {
      content: 'J’ai de la fièvre',
      clientMessageId: expect.stringMatching(/^[0-9a-f]{32}$/),
      file: null,
      prescriptionNumber: null,
    },
  ]);
  expect((await field()).value).toBe('');
  expect(Object.keys(window.localStorage).filter((key) => key.includes('unsent'))).toEqual([]);
});

test('the message that also arrives by the live connection is shown once', async () => {
  const { api, store } = aChatServer();
  const { live } = showConversation();
  const response = Promise.withResolvers<void>();
  api.on(sendMessage, async ({ body }) => {
    const message = store(body);
    await response.promise;
    return { success: true as const, message };
  });
  await write('Une seule fois');
  await findInLog('Envoi…');
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
  const message = store(
    api.sent.find(({ method, path }) => method === 'POST' && path.endsWith('message'))!.body,
  );
  await live.receive('newMessage', { chatId: CHAT_ID, message });
  expect(await shownTexts()).toEqual(['Bonjour docteur', 'Une seule fois']);
  response.resolve();
  await waitFor(() => expect(window.localStorage.length).toBe(0));
  expect(await shownTexts()).toEqual(['Bonjour docteur', 'Une seule fois']);
});

test('a message that failed is visible with its retry button', async () => {
  const { api } = aChatServer();
  api.on(sendMessage, () => networkError);
  showConversation();
  const box = await log();
  // jsdom has no layout: the retry button is 40 pixels high.
  const heightOf = () => (within(box).queryByRole('button', { name: 'Réessayer' }) === null ? 1000 : 1040);
  Object.defineProperty(box, 'scrollHeight', { get: heightOf });
  await write('J’ai de la fièvre');
  await within(box).findByRole('button', { name: 'Réessayer' });
  expect(box.scrollTop).toBe(1040);
});

test('without network the message fails, is stored on the device, and is sent later with the same identifier', async () => {
  const { api, sentBodies } = aChatServer();
  api.on(sendMessage, () => networkError);
  showConversation();
  await write('Pas de réseau');
  await findInLog('Non envoyé');
  // A reload: the page is rendered again from local storage.
  cleanup();
  const again = aChatServer();
  showConversation();
  await findInLog('Pas de réseau');
  await waitFor(() => expect(again.sentBodies()).toHaveLength(1));
  expect(again.sentBodies()[0]).toMatchObject({
    clientMessageId: (sentBodies()[0] as { clientMessageId: string }).clientMessageId,
  });
  await waitFor(async () => expect((await log()).textContent).not.toContain('Non envoyé'));
  await waitFor(() => expect(window.localStorage.length).toBe(0));
});

test('when the conversation cannot be loaded, the count of unsent messages is shown in its place', async () => {
  const { api } = aChatServer();
  api.on(sendMessage, () => networkError);
  showConversation();
  await write('Pas de réseau');
  await findInLog('Non envoyé');
  cleanup();
  const { api: unreachable } = aChatServer();
  unreachable.on(sendMessage, () => networkError);
  unreachable.on(readChat, () => new Response(null, { status: 502 }));
  showConversation();
  await screen.findByText('Votre message attend d’être envoyé.');
});

test('« Réessayer » sends what has failed, in the order in which it was written', async () => {
  const { api, store, server } = aChatServer();
  api.on(sendMessage, () => networkError);
  showConversation();
  await write('Un');
  await findInLog('Non envoyé');
  await write('Deux');
  await waitFor(() => expect(screen.getAllByText('Non envoyé')).toHaveLength(2));
  api.on(sendMessage, ({ body }) => ({ success: true as const, message: store(body) }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Réessayer' })[0]!);
  await waitFor(() => expect(server.stored).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText('Non envoyé')).toBeNull());
  expect(await shownTexts()).toEqual(['Bonjour docteur', 'Un', 'Deux']);
});

test('a failed message is sent automatically when the device is online again', async () => {
  const { api, store, server } = aChatServer();
  api.on(sendMessage, () => networkError);
  showConversation();
  await write('Plus tard');
  await findInLog('Non envoyé');
  api.on(sendMessage, ({ body }) => ({ success: true as const, message: store(body) }));
  await act(async () => window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(server.stored).toHaveLength(2));
});

test.each(['UNAUTHENTICATED', 'TIMEOUT', 'TOO_MANY_TRIES', 'UNAVAILABLE'] as const)(
  'a message is sent again after %s, which refuses the moment and not the message',
  async (code) => {
    const { api, store, server } = aChatServer();
    const codes = [code];
    api.on(sendMessage, ({ body }) => {
      const refused = codes.pop();
      return refused === undefined ? { success: true as const, message: store(body) } : refuse(refused);
    });
    showConversation();
    await write('J’ai de la fièvre');
    await waitFor(() => expect(codes).toEqual([]));
    await act(async () => window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server.stored).toHaveLength(2));
  },
);

test('a refused message shows the reason and can be removed; the next one is sent', async () => {
  const { api, store, server } = aChatServer();
  api.on(sendMessage, ({ body }) =>
    (body as { content: string }).content === 'Refusé'
      ? refuse('CHAT_COMPLETED')
      : { success: true as const, message: store(body) },
  );
  showConversation();
  await write('Refusé');
  await findInLog('Cette consultation est terminée');
  await write('Accepté');
  await waitFor(() => expect(server.stored).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  await waitFor(async () => expect(await shownTexts()).toEqual(['Bonjour docteur', 'Accepté']));
});

test('a blank message is ignored', async () => {
  const { sentBodies } = aChatServer();
  showConversation();
  await write(' \n ');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Envoyer' }).disabled).toBe(true);
  await write('Enfin');
  await waitFor(() => expect(sentBodies()).toHaveLength(1));
});

test('the count appears near the limit, and a longer message is not sent', async () => {
  const { sentBodies } = aChatServer();
  showConversation();
  const input = await field();
  fireEvent.change(input, { target: { value: 'x'.repeat(3599) } });
  expect(screen.queryByText(/\/\s4\s000/)).toBeNull();
  fireEvent.change(input, { target: { value: 'x'.repeat(3600) } });
  await screen.findByText(/3\s600 \/ 4\s000$/);
  fireEvent.change(input, { target: { value: 'x'.repeat(MAX_LENGTH + 1) } });
  await screen.findByText(/4\s001 \/ 4\s000 : message trop long/);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(input.value).toHaveLength(MAX_LENGTH + 1);
  fireEvent.change(input, { target: { value: 'x'.repeat(MAX_LENGTH) } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(sentBodies()).toHaveLength(1));
});

test('the limit is the contract’s', async () => {
  const { MAX_MESSAGE } = await import('@amasin/domain/consultations/consultation.ts');
  expect(MAX_LENGTH).toBe(MAX_MESSAGE);
});

test('Shift+Enter and the Enter of an input method do not send', async () => {
  const { sentBodies } = aChatServer();
  showConversation();
  const input = await field();
  fireEvent.change(input, { target: { value: 'Bonjour' } });
  fireEvent.keyDown(input, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(input.value).toBe('Bonjour');
  expect(sentBodies()).toEqual([]);
});

test('on a phone Enter is a new line, and the button sends', async () => {
  phoneScreen();
  const { sentBodies } = aChatServer();
  showConversation();
  await write('Bonjour');
  expect(sentBodies()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sentBodies()).toHaveLength(1));
});

test('what is being written survives a reload', async () => {
  aChatServer();
  showConversation();
  fireEvent.change(await field(), { target: { value: 'À moitié' } });
  cleanup();
  aChatServer();
  showConversation();
  await waitFor(async () => expect((await field()).value).toBe('À moitié'));
});

test('a file is attached, with or without text, and what is typed during its upload stays', async () => {
  const { api, sentBodies } = aChatServer();
  const uploads = fakeUploads();
  fakeObjectUrls();
  showConversation();
  await field();
  fireEvent.click(screen.getByRole('button', { name: 'Joindre une photo ou un document' }));
  await chooseFile();
  await waitFor(() => expect(uploads).toHaveLength(1));
  fireEvent.change(await field(), { target: { value: 'Voici le résultat' } });
  uploads[0]?.accept('uploaded-key');
  await screen.findByText('ordonnance.pdf');
  expect((await field()).value).toBe('Voici le résultat');
  fireEvent.change(await field(), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sentBodies()).toHaveLength(1));
  expect(sentBodies()[0]).toMatchObject({ content: '', file: 'uploaded-key' });
  // It is loaded only when it is opened.
  api.on(fileEndpoints.signFile, () => ({ url: '/api/files/a-token' }));
  api.on(fileEndpoints.openFile, () => new Response('bytes', { headers: { 'Content-Type': 'image/jpeg' } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Voir le fichier joint' }));
  await screen.findByRole('img', { name: 'Fichier joint', hidden: true });
  expect(bodiesOf(api.sent, '/signed-url')).toEqual([{ key: 'uploaded-key' }]);
});

test('writing is announced at most every 3 s', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  aChatServer();
  const { live } = showConversation();
  const input = await field();
  const signs = () => live.emitted.filter(({ event }) => event === 'typing');
  for (const value of ['B', 'Bo', 'Bon']) fireEvent.change(input, { target: { value } });
  expect(signs()).toEqual([{ event: 'typing', data: { chatId: CHAT_ID } }]);
  vi.advanceTimersByTime(3000);
  fireEvent.change(input, { target: { value: 'Bonj' } });
  expect(signs()).toHaveLength(2);
});
