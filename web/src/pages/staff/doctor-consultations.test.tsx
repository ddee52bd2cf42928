import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { ChatMessage, ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aConsultation, aRequest, doctor, serveChats } from '../../consultations/doctor/doctor.fixture.tsx';
import { placesOf } from '../../layout/staff/places.ts';
import { StaffPlaces } from '../../layout/staff/StaffFrame.tsx';
import { clearStored, store } from '../../lib/stored.ts';
import { SessionContext } from '../../session/session-context.ts';
import { aMessage } from '../../testing/consultations.ts';
import { networkError, type Sent } from '../../testing/fake-api.ts';
import { plain } from '../../testing/plain.ts';
import { aPrescription, prescriptionsOf } from '../../testing/prescriptions.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import DoctorDashboard from './doctor-dashboard.tsx';

const PAGE = '/doctor-dashboard?tab=consultations';
const chat = aConsultation();
const OPEN = `${PAGE}&chat=${chat._id}`;
const session = aSession(doctor);

beforeEach(() => {
  window.scrollTo = () => {};
  clearStored();
});

function setUp(url: string, chats: ChatSummary[] = [chat], prescriptions: Prescription[] = []) {
  const server = serveChats(...chats);
  const { api } = server;
  api.on(prescriptionEndpoints.listMyPrescriptions, ({ query }) =>
    prescriptionsOf(
      ...prescriptions.filter(
        ({ used, patientName, prescriptionNumber: number }) =>
          (query.used === undefined || String(used) === query.used) &&
          `${patientName} ${number}`.includes(query.q ?? ''),
      ),
    ),
  );
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 0, totalPaid: 0, pending: 0, held: 0 }));
  const respond = ({ body }: Pick<Sent, 'body'>) => {
    const { clientMessageId, prescriptionNumber } = body as ChatMessage;
    const seq = server.messages.length + 1;
    const found = server.messages.find((message) => message.clientMessageId === clientMessageId);
    const message = found ?? aMessage(seq, { content: '', clientMessageId, prescriptionNumber });
    if (found === undefined) server.messages.push(message);
    return { success: true as const, message };
  };
  api.on(consultationEndpoints.sendMessage, respond);
  api.on(medicationEndpoints.searchMedications, () => ({ medications: [], total: 0 }));
  const show = (at = url) =>
    showPage(
      <SessionContext value={session}>
        <StaffPlaces places={placesOf(doctor)} />
        <DoctorDashboard />
      </SessionContext>,
      at,
    );
  const messages = () =>
    api.sent
      .filter(({ path }) => path.endsWith('/message'))
      .map(({ body }) => body as Record<string, string>);
  return { ...server, respond, stored: server.messages, messages, show };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const conversation = async () => within(await screen.findByRole('region', { name: 'Consultation' }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
describe('the place', () => {
  test('counts requests and unread messages while another place is shown, and has its own URL', async () => {
    const { live, rows, show } = setUp('/doctor-dashboard', [aRequest(), aConsultation({ unread: 2 })]);
    const router = show();
    const name = /^Consultations\s?, 1.demande en attente, 2.messages non lus$/;
    const place = await screen.findByRole('link', { name });
    await waitFor(() => expect(live.isHeard('newChatRequest')).toBe(true));
    // A list that is loading at that moment is loaded again.
    rows.push(aRequest({ _id: 'new', patientName: 'Ola Bio' }));
    await live.receive('newChatRequest', {
      chatId: 'new',
      patientName: 'Ola Bio',
      initialMessage: 'Bonjour',
    });
    await waitFor(() => expect(plain(place.textContent)).toContain('2 demandes en attente'));
    fireEvent.click(place);
    await screen.findByRole('list', { name: 'Demandes en attente' });
    expect(router.state.location.search).toBe('?tab=consultations');
    // An open consultation has its own button, for its patient.
    expect(screen.queryByRole('button', { name: 'Nouvelle ordonnance' })).toBeNull();
  });
});

describe('« Nouvelle ordonnance » in a consultation', () => {
  test('opens the form with the name and the phone of the patient', async () => {
    const { show } = setUp(OPEN);
    const router = show();
    await press('Nouvelle ordonnance');
    expect((await field('Nom du patient')).value).toBe('Codjo Ahouansou');
    expect(plain((await field('Téléphone du patient')).value)).toBe('01 97 11 11 11');
    expect(router.state.location.search).toBe(`?tab=consultations&chat=${chat._id}&write=new`);
    await press('Annuler');
    await waitFor(() => expect(router.state.location.search).toBe(`?tab=consultations&chat=${chat._id}`));
  });

  test('waits for the patient after a reload, and keeps a draft for each consultation', async () => {
    const other = aConsultation({ _id: '0198a000-0000-7000-8000-0000000000e7', patientName: 'Ola Bio' });
    store(doctor._id, 'prescription-draft', { patientName: 'Autre', patientPhone: '', url: null, lines: [] });
    const { show } = setUp(`${OPEN}&write=new`, [chat, other]);
    const router = show();
    fireEvent.change(await field('Nom du patient'), { target: { value: 'Codjo A.' } });
    router.dispose();
    document.body.innerHTML = '';
    show(`${PAGE}&chat=${other._id}&write=new`);
    expect((await field('Nom du patient')).value).toBe('Ola Bio');
  });

  test('is not offered after the end', async () => {
    setUp(OPEN, [aConsultation({ status: 'completed' })]).show();
    await screen.findByRole('region', { name: 'Consultation' });
    for (const name of ['Nouvelle ordonnance', 'Envoyer un code', 'Terminer'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('« Envoyer le code »', () => {
  const mine = aPrescription({ patientName: chat.patientName });

  test('sends the number of an open prescription with one tap, and shows the conversation', async () => {
    const { api, messages, show } = setUp(`${OPEN}&prescription=ORD-12345678`, [chat], [mine]);
    const router = show();
    const dialog = within(await screen.findByRole('dialog', { name: 'Ordonnance ORD-12345678' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Envoyer le code' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe(`?tab=consultations&chat=${chat._id}`);
    await (await conversation()).findByText('ORD-12345678');
    await waitFor(() => expect(messages()).toMatchObject([{ prescriptionNumber: 'ORD-12345678' }]));
    expect(api.sent.find(({ path }) => path.endsWith('/message'))?.path).toBe(
      `/api/chat/${chat._id}/message`,
    );
  });

  test('is offered as soon as the prescription is created', async () => {
    const draft = { patientName: chat.patientName, patientPhone: '01 97 11 11 11', url: 'key' };
    store(doctor._id, `prescription-draft:${chat._id}`, {
      ...draft,
      lines: mine.items.map((item) => ({ ...item, form: null })),
    });
    const prescriptions: Prescription[] = [];
    const { api, show } = setUp(OPEN, [chat], prescriptions);
    api.on(prescriptionEndpoints.createPrescription, ({ body }) => {
      expect(body).toMatchObject(draft);
      prescriptions.push(mine);
      return { prescription: mine };
    });
    const router = show();
    await press('Nouvelle ordonnance');
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    await press('Envoyer le code');
    await waitFor(() => expect(router.state.location.search).toBe(`?tab=consultations&chat=${chat._id}`));
    await screen.findByRole('region', { name: 'Consultation' });
    expect(Object.keys(localStorage).filter((key) => key.includes('prescription'))).toEqual([]);
  });

  test('sends one message, however many times the request fails', async () => {
    const { api, respond, messages, show, stored } = setUp(
      `${OPEN}&prescription=ORD-12345678`,
      [chat],
      [mine],
    );
    api.on(consultationEndpoints.sendMessage, () => networkError);
    show();
    await press('Envoyer le code');
    await (await conversation()).findByText('ORD-12345678');
    await waitFor(() => expect(messages().length).toBeGreaterThan(0));
    api.on(consultationEndpoints.sendMessage, respond);
    await press('Réessayer');
    await waitFor(() => expect(stored).toHaveLength(2));
    expect(new Set(messages().map(({ clientMessageId }) => clientMessageId)).size).toBe(1);
  });

  test('is offered for an earlier unused prescription of this patient', async () => {
    const used = aPrescription({ _id: 'used', prescriptionNumber: 'ORD-87654321', used: true });
    const { messages, show } = setUp(OPEN, [chat], [mine, { ...used, patientName: chat.patientName }]);
    const router = show();
    await press('Envoyer un code');
    const dialog = within(await screen.findByRole('dialog', { name: 'Envoyer le code d’une ordonnance' }));
    const list = within(await dialog.findByRole('list', { name: 'Ordonnances à envoyer' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(list.getByRole('button', { name: 'Envoyer le code ORD-12345678' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(messages()).toMatchObject([{ prescriptionNumber: 'ORD-12345678' }]));
    expect(router.state.location.search).toBe(`?tab=consultations&chat=${chat._id}`);
  });

  test('says when there is no prescription to send', async () => {
    setUp(OPEN).show();
    await press('Envoyer un code');
    await screen.findByText('Aucune ordonnance à envoyer');
  });

  test('is not offered for a prescription outside a consultation', async () => {
    setUp('/doctor-dashboard?prescription=ORD-12345678', [chat], [mine]).show();
    await screen.findByText('ORD-12345678', { selector: 'strong' });
    expect(screen.queryByRole('button', { name: 'Envoyer le code' })).toBeNull();
  });
});
