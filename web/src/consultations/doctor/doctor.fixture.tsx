import type { ChatMessage, ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { allowedChatActions } from '@amasin/domain/consultations/lifecycle.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { SessionContext } from '../../session/session-context.ts';
import { aChatSummary, CHAT_ID, firstMessage, pendingChat } from '../../testing/consultations.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { ConsultationsBadge } from './ConsultationsBadge.tsx';
import { ConsultationsPanel } from './ConsultationsPanel.tsx';

export const doctor = aUser({ type: 'partnerDoctor', name: 'Aïcha Kora' });

const success = true as const;

/** A pending request as a doctor sees it, with changes. */
export function aRequest({
  _id = CHAT_ID,
  initialMessage = 'J’ai de la fièvre',
  ...changes
}: Partial<ChatSummary> = {}): ChatSummary {
  const { lastMessage } = aChatSummary();
  return aChatSummary({
    ...pendingChat,
    _id,
    chatId: _id,
    initialMessage,
    lastMessage: lastMessage && { ...lastMessage, content: initialMessage },
    // Rule 28: name and first message only.
    patientId: null,
    patientPhone: null,
    patientName: 'Afi Kpadé',
    allowedActions: ['accept'],
    ...changes,
  });
}

/** A consultation of the doctor, with changes. */
export function aConsultation(changes: Partial<ChatSummary> = {}): ChatSummary {
  const { _id = '0198a000-0000-7000-8000-0000000000e2', status = 'active' } = changes;
  const facts = { status, doctorId: doctor._id, patientId: '0198a000-0000-7000-8000-0000000000c1' };
  return aChatSummary({
    _id,
    chatId: _id,
    ...facts,
    patientName: 'Codjo Ahouansou',
    patientPhone: '+2290197111111',
    doctorName: doctor.name,
    allowedActions: allowedChatActions(facts, doctor),
    ...changes,
  });
}

/** The response of a call that returns one consultation. */
export const openedChat = (chat: ChatSummary, messages: ChatMessage[] = [firstMessage]) => ({
  success,
  chat: { ...chat, lastSeq: messages.length, messages: [...messages] },
});

/** The response of the lists. */
export const listsOf = (...chats: ChatSummary[]) => ({
  success,
  pendingRequests: chats.filter(({ status }) => status === 'pending'),
  activeChats: chats.filter(({ status }) => status !== 'pending'),
});

/** Serves the endpoints of a doctor's consultations. A test changes `rows` to simulate other users. */
export function serveChats(...chats: ChatSummary[]) {
  const api = fakeApi();
  const rows = [...chats];
  const messages: ChatMessage[] = [firstMessage];
  api.on(consultationEndpoints.listDoctorChats, () => listsOf(...rows));
  api.on(consultationEndpoints.readChat, ({ path }) => {
    const chat = rows.find(({ _id }) => path.endsWith(_id));
    return chat === undefined ? refuse('NOT_FOUND') : openedChat(chat, messages);
  });
  api.on(consultationEndpoints.markChatRead, () => null);
  return { api, live: fakeLive(), messages, rows };
}

export const requests = () => within(screen.getByRole('list', { name: 'Demandes en attente' }));
export const consultations = () => within(screen.getByRole('list', { name: 'Mes consultations' }));

export const PAGE = '/doctor-dashboard';

export function setUp(chats: ChatSummary[], url = PAGE, verified = true) {
  const server = serveChats(...chats);
  const show = () =>
    showPage(
      <SessionContext value={aSession({ ...doctor, verified })}>
        <ConsultationsBadge />
        <ConsultationsPanel personId={doctor._id} onPrescribe={() => {}} />
      </SessionContext>,
      url,
    );
  return { ...server, show };
}

export const names = (list: ReturnType<typeof requests>) =>
  list.getAllByRole('link').map(({ textContent }) => textContent);
export const link = (name: string) => screen.findByRole('link', { name });
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
export const calls = (sent: { method: string; path: string }[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ path }) => path);

export const second = aRequest({
  _id: '0198a000-0000-7000-8000-0000000000e3',
  patientName: 'Sènami Gbaguidi',
  createdAt: '2026-11-20T08:10:00.000Z',
});
export const event = {
  chatId: second._id,
  patientName: second.patientName,
  initialMessage: 'Mon enfant tousse',
};
