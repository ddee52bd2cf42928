import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMessage, CHAT_ID, chatOf, firstMessage } from '../testing/consultations.ts';
import { networkError } from '../testing/fake-api.ts';
import {
  aChatServer,
  bodiesOf,
  findInLog,
  log,
  showConversation,
  shownTexts,
} from './conversation.fixture.tsx';

const { readChat } = consultationEndpoints;
const received = (seq: number) => ({ chatId: CHAT_ID, message: aMessage(seq) });
const textsUpTo = (last: number, from = 2) =>
  Array.from({ length: last - from + 1 }, (_, index) => `Message ${from + index}`);

test('messages that arrive out of order and repeatedly by the live connection are shown in order, once', async () => {
  const { server } = aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  server.stored.push(...[2, 3, 4].map((seq) => aMessage(seq)));
  for (const seq of [4, 2, 4, 3, 2]) await live.receive('newMessage', received(seq));
  await waitFor(async () => expect(await shownTexts()).toEqual(['Bonjour docteur', ...textsUpTo(4)]));
});

test('a gap is filled by reading the messages after the last one without a gap', async () => {
  const { server, api } = aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  server.stored.push(...[2, 3, 4].map((seq) => aMessage(seq)));
  api.sent.length = 0;
  await live.receive('newMessage', received(4));
  await waitFor(async () => expect(await shownTexts()).toEqual(['Bonjour docteur', ...textsUpTo(4)]));
  expect(api.sent.filter(({ method }) => method === 'GET').map(({ query }) => query.after)).toContain('1');
});

test('a message that arrives while the first response is pending is shown', async () => {
  const { api } = aChatServer();
  const response = Promise.withResolvers<void>();
  api.on(readChat, async ({ query }) => {
    await response.promise;
    return chatOf([firstMessage], query);
  });
  const { live } = showConversation();
  await screen.findByRole('status', { name: 'Chargement…' });
  await live.receive('newMessage', received(2));
  response.resolve();
  await findInLog('Message 2');
});

test('messages of another consultation are not shown', async () => {
  aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  await live.receive('newMessage', { chatId: aMessage(9)._id, message: aMessage(2) });
  expect(await shownTexts()).toEqual(['Bonjour docteur']);
});

test('the consultation is joined at each connection, and what was missed is read', async () => {
  const { server } = aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  const joined = () => live.emitted.filter(({ event }) => event === 'joinChat').map(({ data }) => data);
  expect(joined()).toEqual([{ chatId: CHAT_ID }]);
  await live.setConnected(false);
  server.stored.push(...Array.from({ length: 450 }, (_, index) => aMessage(index + 2)));
  await live.setConnected(true);
  await findInLog('Message 451');
  expect(await shownTexts()).toEqual(['Bonjour docteur', ...textsUpTo(451)]);
  expect(joined()).toHaveLength(2);
});

test('older messages load on scrolling up, without moving the visible ones', async () => {
  const all = [firstMessage, ...Array.from({ length: 119 }, (_, index) => aMessage(index + 2))];
  const { api } = aChatServer(all);
  showConversation();
  const box = await log();
  await findInLog('Message 120');
  expect(await shownTexts()).toEqual(textsUpTo(120, 71));
  // jsdom has no layout: each message is 50 pixels high.
  const heightOf = () => within(box).getAllByText(/^Message \d/).length * 50;
  Object.defineProperty(box, 'scrollHeight', { get: heightOf });
  Object.defineProperty(box, 'clientHeight', { value: 400 });
  box.scrollTop = 40;
  fireEvent.scroll(box);
  await findInLog('Message 21');
  expect(box.scrollTop).toBe(40 + 50 * 50);
  expect(api.sent.map(({ query }) => query.before).filter(Boolean)).toEqual(['71']);
  fireEvent.click(screen.getByRole('button', { name: 'Messages plus anciens' }));
  await findInLog('Bonjour docteur');
  expect(screen.queryByRole('button', { name: 'Messages plus anciens' })).toBeNull();
});

test('older messages that fail to load are loaded again with the retry button', async () => {
  const all = [firstMessage, ...Array.from({ length: 59 }, (_, index) => aMessage(index + 2))];
  const { api } = aChatServer(all);
  showConversation();
  await findInLog('Message 60');
  api.on(readChat, () => networkError);
  fireEvent.click(screen.getByRole('button', { name: 'Messages plus anciens' }));
  await screen.findByText('Les messages plus anciens n’ont pas pu être chargés.');
  api.on(readChat, ({ query }) => chatOf(all, query));
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await findInLog('Bonjour docteur');
});

test('« Nouveaux messages » appears while the end is not visible; messages are marked as read only at the end', async () => {
  const { api, server } = aChatServer([firstMessage, aMessage(2)], { unread: 1 });
  const { live } = showConversation();
  const reads = () => bodiesOf(api.sent, '/read');
  await waitFor(() => expect(reads()).toEqual([{ seq: 2 }]));
  const box = await log();
  Object.defineProperty(box, 'scrollHeight', { value: 1000 });
  Object.defineProperty(box, 'clientHeight', { value: 400 });
  box.scrollTop = 300;
  fireEvent.scroll(box);
  server.stored.push(aMessage(3));
  await live.receive('newMessage', received(3));
  const button = await screen.findByRole('button', { name: 'Nouveaux messages' });
  expect(box.scrollTop).toBe(300);
  expect(reads()).toHaveLength(1);
  fireEvent.click(button);
  await waitFor(() => expect(reads()).toEqual([{ seq: 2 }, { seq: 3 }]));
  expect(screen.queryByRole('button', { name: 'Nouveaux messages' })).toBeNull();
});

test('a hidden page does not mark messages as read', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { api } = aChatServer([firstMessage, aMessage(2)], { unread: 1 });
  showConversation();
  await findInLog('Message 2');
  expect(bodiesOf(api.sent, '/read')).toEqual([]);
  visibility.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(bodiesOf(api.sent, '/read')).toEqual([{ seq: 2 }]));
});

test('« écrit… » appears, and disappears with the message or after 5 s', async () => {
  const { server } = aChatServer();
  const { live } = showConversation();
  await findInLog('Bonjour docteur');
  await live.receive('typing', { chatId: CHAT_ID });
  expect(screen.getByText('Aïcha Kora écrit…')).toBeDefined();
  server.stored.push(aMessage(2));
  await live.receive('newMessage', received(2));
  expect(screen.queryByText(/écrit…/)).toBeNull();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await live.receive('typing', { chatId: CHAT_ID });
  await act(async () => vi.advanceTimersByTime(4999));
  expect(screen.getByText('Aïcha Kora écrit…')).toBeDefined();
  await act(async () => vi.advanceTimersByTime(1));
  expect(screen.queryByText(/écrit…/)).toBeNull();
});
