import type { ChatMessage, ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { screen, within } from '@testing-library/react';
import { SessionContext } from '../session/session-context.ts';
import { aMessage, CHAT_ID, chatOf, firstMessage } from '../testing/consultations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { Conversation } from './Conversation.tsx';

const { readChat, chatAvailability, sendMessage, markChatRead } = consultationEndpoints;

/** A server that stores the messages of one consultation. */
export function aChatServer(
  messages: readonly ChatMessage[] = [firstMessage],
  changes: Partial<ChatSummary> = {},
) {
  const api = fakeApi();
  const server = { api, stored: [...messages], changes };
  api.on(readChat, ({ query }) => chatOf(server.stored, query, server.changes));
  api.on(chatAvailability, () => ({
    success: true as const,
    available: true,
    doctors: 2,
    emergencyNumber: '112',
  }));
  api.on(markChatRead, () => null);
  const store = (body: unknown): ChatMessage => {
    const { content, clientMessageId, file, prescriptionNumber } = body as ChatMessage;
    const known = server.stored.find((message) => message.clientMessageId === clientMessageId);
    if (known !== undefined) return known;
    const written = { content, clientMessageId, file, prescriptionNumber };
    const message = aMessage(server.stored.length + 1, { ...firstMessage, ...written });
    const stored = {
      ...message,
      seq: server.stored.length + 1,
      _id: aMessage(server.stored.length + 1)._id,
      timestamp: new Date().toISOString(),
    };
    server.stored.push(stored);
    return stored;
  };
  api.on(sendMessage, ({ body }) => ({ success: true as const, message: store(body) }));
  return { ...server, server, store, sentBodies: () => bodiesOf(api.sent, '/message') };
}

export const bodiesOf = (sent: ReturnType<typeof fakeApi>['sent'], end: string) =>
  sent.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).map(({ body }) => body);

export function showConversation(type: UserType = 'customer') {
  const live = fakeLive();
  const session = aSession(aUser({ type }));
  const router = showPage(
    <SessionContext value={session}>
      <Conversation chatId={CHAT_ID} next={<button type="button">Nouvelle</button>} />
    </SessionContext>,
    '/dashboard',
  );
  return { live, router };
}

export const field = () => screen.findByLabelText<HTMLTextAreaElement>('Votre message');
export const log = () => screen.findByRole('log', { name: 'Messages' });
export const findInLog = async (text: string) => within(await log()).findByText(text);
/** The texts of the messages, without names, times and states. */
export const shownTexts = async () =>
  [...(await log()).querySelectorAll('p')].map(({ textContent }) => textContent);
