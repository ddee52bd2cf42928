import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { networkError, refuse } from '../../testing/fake-api.ts';
import { plain } from '../../testing/plain.ts';
import { phoneScreen } from '../../testing/show-page.tsx';
import {
  aConsultation,
  aRequest,
  calls,
  consultations,
  event,
  link,
  listsOf,
  names,
  openedChat,
  PAGE,
  press,
  requests,
  second,
  setUp,
} from './doctor.fixture.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
});

describe('the lists', () => {
  test('show requests oldest first, then active and completed consultations', async () => {
    const written = new Date(Date.now() - 5 * 60_000).toISOString();
    const { show } = setUp([
      aRequest({ createdAt: written }),
      second,
      aConsultation({
        unread: 2,
        lastMessage: { seq: 4, senderType: 'patient', content: 'Merci', timestamp: written, hasFile: false },
      }),
      aConsultation({
        _id: '0198a000-0000-7000-8000-0000000000e4',
        patientName: 'Ola Bio',
        status: 'completed',
        lastMessage: { seq: 9, senderType: 'doctor', content: '', timestamp: written, hasFile: true },
      }),
    ]);
    show();
    await link('Afi Kpadé');
    expect(names(requests())).toEqual(['Afi Kpadé', 'Sènami Gbaguidi']);
    const [first] = requests().getAllByRole('listitem');
    expect(plain(first?.textContent ?? '')).toMatch(/J’ai de la fièvre.*Il y a 5 min.*Accepter/);
    expect(plain(screen.getByRole('status').textContent)).toBe('2 demandes');
    const [active, completed] = consultations().getAllByRole('listitem');
    expect(plain(active?.textContent ?? '')).toMatch(
      /^Codjo AhouansouMerci.*En cours.*Il y a 5 min.*2 messages non lus$/,
    );
    expect(plain(completed?.textContent ?? '')).toMatch(/^Ola BioVous : Fichier joint.*Terminée/);
    expect(document.querySelector('[data-count]')?.getAttribute('data-count')).toBe('4');
    expect(plain(document.body.textContent)).toContain('2 demandes en attente, 2 messages non lus');
  });

  test('show a message when there are no requests', async () => {
    setUp([]).show();
    await screen.findByRole('heading', { name: 'Aucune demande en attente' });
    screen.getByText(/apparaissent ici dès qu’elles arrivent/);
  });

  test('say that the account awaits its verification, and still show own consultations', async () => {
    setUp([], PAGE, false).show();
    await screen.findByText('Votre compte attend la vérification');
    expect(screen.queryByText('Aucune demande en attente')).toBeNull();
  });

  test('are loaded again after an error', async () => {
    const { api, show } = setUp([]);
    api.on(consultationEndpoints.listDoctorChats, () => refuse('INTERNAL'));
    show();
    await screen.findByText(/Service momentanément indisponible/);
    api.on(consultationEndpoints.listDoctorChats, () => listsOf(aRequest()));
    await press('Réessayer');
    await link('Afi Kpadé');
    screen.getByText('Acceptez une demande pour commencer.');
  });
});

describe('a request', () => {
  test('is accepted and opens as a conversation', async () => {
    const { api, rows, show } = setUp([aRequest(), second]);
    const accepted = aConsultation({ _id: second._id, patientName: second.patientName });
    api.on(consultationEndpoints.acceptChat, () => {
      rows.splice(1, 1, accepted);
      return openedChat(accepted);
    });
    const router = show();
    await press('Accepter Sènami Gbaguidi');
    await screen.findByRole('region', { name: 'Consultation' });
    expect(router.state.location.search).toBe(`?chat=${second._id}`);
    expect(calls(api.sent)[0]).toBe(`/api/chat/accept/${second._id}`);
    expect(names(requests())).toEqual(['Afi Kpadé']);
    expect(names(consultations())).toEqual(['Sènami Gbaguidi']);
  });

  test('that another doctor has just taken disappears with the message of the server', async () => {
    const { api, rows, show } = setUp([aRequest(), second]);
    api.on(consultationEndpoints.acceptChat, () => {
      rows.shift();
      return refuse('CHAT_TAKEN');
    });
    const router = show();
    await press('Accepter Afi Kpadé');
    await screen.findByText('Cette demande a déjà été prise en charge par un autre professionnel');
    await waitFor(() => expect(names(requests())).toEqual(['Sènami Gbaguidi']));
    expect(router.state.location.search).toBe('');
  });

  test('remains in the list when accepting it fails', async () => {
    const { api, show } = setUp([aRequest()]);
    api.on(consultationEndpoints.acceptChat, () => networkError);
    show();
    await press('Accepter Afi Kpadé');
    await screen.findByText(/Erreur lors de la mise à jour/);
    expect(names(requests())).toEqual(['Afi Kpadé']);
  });

  test('opens with its whole message, and is accepted there', async () => {
    const { api, rows, show } = setUp([aRequest({ initialMessage: 'Fièvre\ndepuis hier' })]);
    const accepted = aConsultation({ _id: aRequest()._id, patientName: 'Afi Kpadé' });
    api.on(consultationEndpoints.acceptChat, () => {
      rows.splice(0, 1, accepted);
      return openedChat(accepted);
    });
    show();
    fireEvent.click(await link('Afi Kpadé'));
    const open = within(await screen.findByRole('region', { name: 'Demande' }));
    expect(open.getByText(/Fièvre\s+depuis hier/).textContent).toBe('Fièvre\ndepuis hier');
    fireEvent.click(open.getByRole('button', { name: 'Accepter' }));
    await screen.findByRole('region', { name: 'Consultation' });
  });
});

describe('live', () => {
  test('a new request appears at once, and only once when it is emitted again', async () => {
    const { api, live, show } = setUp([aRequest()]);
    show();
    await link('Afi Kpadé');
    const sent = api.sent.length;
    await live.receive('newChatRequest', event);
    await waitFor(() => expect(names(requests())).toEqual(['Afi Kpadé', 'Sènami Gbaguidi']));
    requests().getByText('Mon enfant tousse');
    const third = '0198a000-0000-7000-8000-0000000000e5';
    await live.receive('newChatRequest', event);
    await live.receive('newChatRequest', { ...event, chatId: third, patientName: 'Ola Bio' });
    await waitFor(() => expect(names(requests())).toEqual(['Afi Kpadé', 'Sènami Gbaguidi', 'Ola Bio']));
    expect(api.sent).toHaveLength(sent);
  });

  test('a request that another doctor has taken disappears at once', async () => {
    const { live, show } = setUp([aRequest(), second]);
    show();
    await link('Afi Kpadé');
    await live.receive('chatTaken', { chatId: second._id });
    await waitFor(() => expect(names(requests())).toEqual(['Afi Kpadé']));
    expect(screen.queryByText('Demande déjà prise')).toBeNull();
  });

  test('a taken request does not reappear with a response that is older than the event', async () => {
    const { api, live, show } = setUp([aRequest(), second]);
    show();
    await link('Afi Kpadé');
    const respond: ((pendingRequests: ChatSummary[]) => void)[] = [];
    api.on(
      consultationEndpoints.listDoctorChats,
      () =>
        new Promise((resolve) => {
          respond.push((pendingRequests) => resolve(listsOf(...pendingRequests)));
        }),
    );
    // The list is outdated when the page is shown again.
    vi.setSystemTime(Date.now() + 60_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(respond).toHaveLength(1));
    await live.receive('chatTaken', { chatId: second._id });
    await waitFor(() => expect(respond).toHaveLength(2));
    await act(async () => respond[0]?.([aRequest(), second]));
    expect(names(requests())).toEqual(['Afi Kpadé']);
    await act(async () => respond[1]?.([aRequest()]));
    expect(names(requests())).toEqual(['Afi Kpadé']);
  });

  test('a request that arrives during the first load is shown', async () => {
    const { api, live, show } = setUp([]);
    const respond: ((pendingRequests: ChatSummary[]) => void)[] = [];
    api.on(
      consultationEndpoints.listDoctorChats,
      () =>
        new Promise((resolve) => {
          respond.push((pendingRequests) => resolve(listsOf(...pendingRequests)));
        }),
    );
    show();
    await waitFor(() => expect(respond).toHaveLength(1));
    await live.receive('newChatRequest', event);
    // The first response is older than the request.
    await act(async () => respond[0]?.([]));
    await waitFor(() => expect(respond).toHaveLength(2));
    await act(async () => respond[1]?.([second]));
    await link('Sènami Gbaguidi');
  });

  test('an open request is shown as taken', async () => {
    const { live, rows, show } = setUp([aRequest()], `${PAGE}?chat=${aRequest()._id}`);
    const router = show();
    await screen.findByRole('region', { name: 'Demande' });
    rows.shift();
    await live.receive('chatTaken', { chatId: aRequest()._id });
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Demande déjà prise');
    alert.getByText('Un autre professionnel répond à Afi Kpadé.');
    await press('Voir les consultations');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('the URL', () => {
  test('opens a consultation, which Escape closes', async () => {
    const { show } = setUp([aConsultation()]);
    const router = show();
    fireEvent.click(await link('Codjo Ahouansou'));
    await screen.findByRole('region', { name: 'Consultation' });
    expect((await link('Codjo Ahouansou')).getAttribute('aria-current')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('region', { name: 'Consultation' })).toBeNull();
  });

  test('a second one replaces the first, so that one step back leads to the list', async () => {
    const other = aConsultation({ _id: second._id, patientName: 'Sènami Gbaguidi' });
    const { show } = setUp([aConsultation(), other]);
    const router = show();
    fireEvent.click(await link('Codjo Ahouansou'));
    await waitFor(() => expect(router.state.location.search).toBe(`?chat=${aConsultation()._id}`));
    fireEvent.click(await link('Sènami Gbaguidi'));
    await waitFor(() => expect(router.state.location.search).toBe(`?chat=${other._id}`));
    window.history.back();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('opens a consultation with a focused back button on a phone', async () => {
    phoneScreen();
    const { show } = setUp([aConsultation()]);
    const router = show();
    fireEvent.click(await link('Codjo Ahouansou'));
    await screen.findByRole('heading', { name: 'Codjo Ahouansou' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Consultations' }));
    await press('Consultations');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('of a request that no longer exists shows that it was taken', async () => {
    setUp([aRequest()], `${PAGE}?chat=${second._id}`).show();
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Demande déjà prise');
  });

  test('opens a completed consultation that the list leaves out', async () => {
    const old = aConsultation({ _id: second._id, patientName: 'Ola Bio', status: 'completed' });
    const { api, show } = setUp([aRequest()], `${PAGE}?chat=${old._id}`);
    api.on(consultationEndpoints.readChat, () => openedChat(old));
    show();
    await screen.findByText('Consultation terminée');
    expect(screen.queryByRole('button', { name: 'Terminer' })).toBeNull();
  });
});

describe('« Terminer »', () => {
  test('asks first, then completes the consultation', async () => {
    const { api, rows, show } = setUp([aConsultation()], `${PAGE}?chat=${aConsultation()._id}`);
    api.on(consultationEndpoints.completeChat, () => {
      const completed = aConsultation({ status: 'completed' });
      rows.splice(0, 1, completed);
      return openedChat(completed);
    });
    const router = show();
    await press('Terminer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Terminer cette consultation ?' }));
    expect(router.state.location.search).toContain('complete=');
    dialog.getByText(/^Codjo Ahouansou/);
    expect(calls(api.sent).filter((path) => path.endsWith('/complete'))).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Terminer' }));
    await screen.findByText('Consultation terminée');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminer' })).toBeNull());
    consultations().getByText('Terminée');
    expect(router.state.location.search).toBe(`?chat=${aConsultation()._id}`);
  });

  test('keeps the dialog open when the request fails', async () => {
    const { api, show } = setUp([aConsultation()], `${PAGE}?chat=${aConsultation()._id}`);
    api.on(consultationEndpoints.completeChat, () => networkError);
    show();
    await press('Terminer');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Terminer' }));
    await screen.findByText(/Erreur lors de la mise à jour/);
    screen.getByRole('dialog');
  });
});
