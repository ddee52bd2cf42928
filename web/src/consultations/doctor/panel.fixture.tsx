import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { fireEvent, screen } from '@testing-library/react';
import { SessionContext } from '../../session/session-context.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { ConsultationsBadge } from './ConsultationsBadge.tsx';
import { ConsultationsPanel } from './ConsultationsPanel.tsx';
import { aRequest, doctor, type requests, serveChats } from './doctor.fixture.tsx';

export const PAGE = '/doctor-dashboard';

export function setUp(chats: ChatSummary[], url = PAGE, verified = true) {
  const server = serveChats(...chats);
  const show = () =>
    showPage(
      <SessionContext value={aSession({ ...doctor, verified })}>
        <ConsultationsBadge />
        <ConsultationsPanel
          personId={doctor._id}
          files={{ picker: () => null, view: () => null }}
          onPrescribe={() => {}}
          prescriptionsOf={() => null}
        />
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
