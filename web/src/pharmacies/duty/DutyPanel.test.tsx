import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aPharmacy, aShift } from '../../testing/pharmacies.ts';
import { showPage } from '../../testing/show-page.tsx';
import { DutyPanel } from './DutyPanel.tsx';

const PAGE = '/supervisor-dashboard';
const fifame = aPharmacy();
const zogbo = aPharmacy({ name: 'Pharmacie Zogbo', address: 'Zogbo' });
const THURSDAY = '2026-11-26';

// Wednesday 25 November 2026, 11:00 in Benin.
beforeEach(() => void vi.setSystemTime('2026-11-25T10:00:00Z'));

function serve(...dutyShifts: DutyShift[]) {
  const api = fakeApi();
  const stored = { dutyShifts };
  api.on(pharmacyEndpoints.listOnDuty, () => ({ pharmacies: [zogbo], total: 1, dutyList: null }));
  api.on(pharmacyEndpoints.listDutyShifts, () => ({ ...stored, total: stored.dutyShifts.length }));
  api.on(pharmacyEndpoints.listPharmacies, ({ query }) => {
    const found = [fifame, zogbo].filter(({ name }) => name.toLowerCase().includes(query.q ?? ''));
    return { pharmacies: found, total: found.length };
  });
  return { api, stored };
}
const cell = (name: string, night: string) =>
  screen.findByRole<HTMLButtonElement>('button', { name: `${name}, nuit du ${night}` });
const isPressed = async (name: string, night: string) =>
  (await cell(name, night)).getAttribute('aria-pressed') === 'true';
const sentTo = (api: ReturnType<typeof fakeApi>, method: string) =>
  api.sent.filter((one) => one.method === method && one.path.startsWith('/api/duty-shifts'));

test('shows the week from Monday: the pharmacies of this week and the last, with the number of each night', async () => {
  const { api } = serve(aShift(THURSDAY, fifame), aShift('2026-11-18', zogbo));
  showPage(<DutyPanel />, PAGE);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Pharmacie',
    ...['lun.23lundi 23', 'mar.24mardi 24', 'mer.25Cette nuit, mercredi 25', 'jeu.26jeudi 26'].map(
      (text) => `${text} novembre`,
    ),
    ...['ven.27vendredi 27', 'sam.28samedi 28', 'dim.29dimanche 29'].map((text) => `${text} novembre`),
  ]);
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Pharmacie Fifamè',
    'Pharmacie Zogbo',
    'De garde',
  ]);
  expect(await isPressed('Pharmacie Fifamè', 'jeudi 26 novembre')).toBe(true);
  expect(await isPressed('Pharmacie Zogbo', 'mercredi 25 novembre')).toBe(false);
  expect(
    table
      .getAllByRole('cell')
      .slice(-7)
      .map(({ textContent }) => textContent),
  ).toEqual(['0', '0', '0', '1', '0', '0', '0']);
  // Monday and Tuesday night are over.
  expect((await cell('Pharmacie Fifamè', 'mardi 24 novembre')).disabled).toBe(true);
  expect((await cell('Pharmacie Fifamè', 'mercredi 25 novembre')).disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Semaine suivante' }));
  const query = { from: '2026-11-23', to: '2026-12-06' };
  await waitFor(() => expect(sentTo(api, 'GET').at(-1)?.query).toEqual(query));
});

test('a press adds a shift at once, the next one removes it', async () => {
  const { api, stored } = serve(aShift('2026-11-18', fifame));
  showPage(<DutyPanel />, PAGE);
  const thursday = await cell('Pharmacie Fifamè', 'jeudi 26 novembre');
  let answer = () => {};
  api.on(pharmacyEndpoints.addDutyShifts, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    stored.dutyShifts = [...stored.dutyShifts, aShift(THURSDAY, fifame)];
    return { dutyShifts: [aShift(THURSDAY, fifame)], total: 1 };
  });
  api.on(pharmacyEndpoints.deleteDutyShift, () => {
    stored.dutyShifts = stored.dutyShifts.slice(0, 1);
    return null;
  });
  fireEvent.click(thursday);
  await waitFor(() => expect(thursday.getAttribute('aria-pressed')).toBe('true'));
  // Pressed again before the response: the removal waits for it.
  fireEvent.click(thursday);
  await waitFor(() => expect(thursday.getAttribute('aria-pressed')).toBe('false'));
  expect(sentTo(api, 'DELETE')).toEqual([]);
  answer();
  await waitFor(() => expect(sentTo(api, 'DELETE')).toHaveLength(1));
  expect(sentTo(api, 'POST').map(({ body }) => body)).toEqual([
    { night: THURSDAY, pharmacies: [fifame._id] },
  ]);
  expect(sentTo(api, 'DELETE')[0]?.path).toContain(aShift(THURSDAY, fifame)._id);
  await waitFor(() => expect(sentTo(api, 'GET').length).toBeGreaterThan(1));
  expect(await isPressed('Pharmacie Fifamè', 'jeudi 26 novembre')).toBe(false);
});

test('a refused change is undone, with the reason', async () => {
  const { api } = serve(aShift('2026-11-18', fifame));
  api.on(pharmacyEndpoints.addDutyShifts, () => refuse('INVALID', { night: 'Cette garde est déjà passée' }));
  showPage(<DutyPanel />, PAGE);
  fireEvent.click(await cell('Pharmacie Fifamè', 'jeudi 26 novembre'));
  await screen.findByText('Pharmacie Fifamè, jeudi 26 novembre. Cette garde est déjà passée');
  expect(await isPressed('Pharmacie Fifamè', 'jeudi 26 novembre')).toBe(false);
});

test('a shift that someone else has removed ends as removed', async () => {
  const { api, stored } = serve(aShift(THURSDAY, fifame));
  api.on(pharmacyEndpoints.deleteDutyShift, () => {
    stored.dutyShifts = [];
    return refuse('NOT_FOUND');
  });
  showPage(<DutyPanel />, PAGE);
  fireEvent.click(await cell('Pharmacie Fifamè', 'jeudi 26 novembre'));
  await waitFor(() => expect(sentTo(api, 'GET').length).toBeGreaterThan(1));
  // Its row remains.
  expect(await isPressed('Pharmacie Fifamè', 'jeudi 26 novembre')).toBe(false);
  expect(screen.queryByText('Élément introuvable')).toBeNull();
});

test('the search finds any other pharmacy', async () => {
  const { api } = serve();
  api.on(pharmacyEndpoints.addDutyShifts, () => ({ dutyShifts: [aShift(THURSDAY, zogbo)], total: 1 }));
  showPage(<DutyPanel />, PAGE);
  await screen.findByText(/^Personne n’est de garde cette semaine/);
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'aucune' } });
  await screen.findByText(/^Aucune pharmacie de ce nom/);
  fireEvent.change(field, { target: { value: 'zogbo' } });
  fireEvent.click(await cell('Pharmacie Zogbo', 'jeudi 26 novembre'));
  await waitFor(() => expect(sentTo(api, 'POST')).toHaveLength(1));
});

test('a shift of other hours is removed after a confirmation', async () => {
  const hours = { startsAt: '2026-11-26T07:00:00.000Z', endsAt: '2026-11-28T07:00:00.000Z' };
  const { api, stored } = serve({ ...aShift(THURSDAY, fifame), ...hours });
  showPage(<DutyPanel />, PAGE);
  fireEvent.click(await cell('Pharmacie Fifamè', 'vendredi 27 novembre, autres heures'));
  const dialog = await screen.findByRole('dialog', { name: 'Retirer cette garde ?' });
  api.on(pharmacyEndpoints.deleteDutyShift, () => {
    stored.dutyShifts = [];
    return null;
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retirer' }));
  await screen.findByText('Garde retirée');
});

test('copies the week before after a confirmation', async () => {
  const { api, stored } = serve(aShift('2026-11-19', fifame), aShift('2026-11-20', fifame));
  showPage(<DutyPanel />, PAGE);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Comme la semaine dernière' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Reprendre les gardes de la semaine dernière ?' });
  expect(dialog.textContent).toMatch(/^.*2\sgardes de la semaine du 16 novembre/);
  api.on(pharmacyEndpoints.copyDutyWeek, ({ body }) => {
    expect(body).toEqual({ from: '2026-11-23' });
    stored.dutyShifts = [...stored.dutyShifts, aShift(THURSDAY, fifame), aShift('2026-11-27', fifame)];
    return { added: 2 };
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reprendre' }));
  await screen.findByText(/^2\sgardes en plus$/);
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(await isPressed('Pharmacie Fifamè', 'vendredi 27 novembre')).toBe(true);
});

test('shows an error and a retry when loading fails', async () => {
  const { api } = serve();
  api.on(pharmacyEndpoints.listDutyShifts, () => refuse('INTERNAL'));
  showPage(<DutyPanel />, PAGE);
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(pharmacyEndpoints.listDutyShifts, () => ({ dutyShifts: [aShift(THURSDAY, fifame)], total: 1 }));
  fireEvent.click(retryButton);
  await screen.findByRole('table');
});
