import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { networkError } from '../../testing/fake-api.ts';
import { phoneScreen } from '../../testing/show-page.tsx';
import { aConsultation, aRequest, consultations, openedChat } from './doctor.fixture.tsx';

import { calls, link, PAGE, press, second, setUp } from './panel.fixture.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
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
