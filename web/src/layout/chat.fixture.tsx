import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { DoctorButton } from '../pages/visitor/home.tsx';
import { SessionContext } from '../session/session-context.ts';
import { chatOf, firstMessage } from '../testing/consultations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ChatPlace } from './Hydrated.tsx';

const { listPatientChats, chatAvailability, readChat, markChatRead } = consultationEndpoints;

/** A server with these consultations; the first one has a message. */
export function aServer(...chats: ChatSummary[]) {
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

export function show(user: User | null, url = '/dashboard') {
  return showPage(
    <SessionContext value={aSession(user)}>
      <DoctorButton />
      {user === null ? null : <BottomBar />}
      <ChatPlace />
    </SessionContext>,
    url,
  );
}

export const dialog = (name: string) => screen.findByRole('dialog', { name });
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
