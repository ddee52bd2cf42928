import { nightsFrom, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aPharmacy, aShift } from '../../testing/pharmacies.ts';
import { showPage } from '../../testing/show-page.tsx';
import { DutyPanel } from './DutyPanel.tsx';

const PAGE = '/supervisor-dashboard';
const night = tonight(new Date());
const [, tomorrow = ''] = nightsFrom(night, 2);
const fifame = aPharmacy();
const zogbo = aPharmacy({ name: 'Pharmacie Zogbo', address: 'Zogbo' });

function serve(...dutyShifts: DutyShift[]) {
  const api = fakeApi();
  const stored = { dutyShifts };
  api.on(pharmacyEndpoints.listOnDuty, () => ({ pharmacies: [zogbo], total: 1 }));
  api.on(pharmacyEndpoints.listDutyShifts, () => ({ ...stored, total: stored.dutyShifts.length }));
  api.on(pharmacyEndpoints.listPharmacies, ({ query }) => {
    const found = [fifame, zogbo].filter(({ name }) => name.toLowerCase().includes(query.q ?? ''));
    return { pharmacies: found, total: found.length };
  });
  return { api, stored };
}

test('lists seven nights from tonight, with the pharmacies on duty or a text that there are none', async () => {
  const { api } = serve(aShift(night, fifame));
  showPage(<DutyPanel />, PAGE);
  const parts = await screen.findAllByRole('button', { name: /^Ajouter des pharmacies/ });
  expect(parts).toHaveLength(7);
  const first = screen.getByRole('region', { name: /^Cette nuit, / });
  expect(within(first).getByText('Pharmacie Fifamè')).toBeTruthy();
  expect(screen.getAllByText('Personne n’est encore de garde.')).toHaveLength(6);
  expect(
    within(screen.getByRole('list', { name: 'De garde en ce moment' })).getByText('Pharmacie Zogbo'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Semaine suivante' }));
  const next = nightsFrom(night, 8).at(-1);
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual({ from: next }));
});

test('adds several pharmacies to a night at once; the selection remains while searching', async () => {
  const { api, stored } = serve(aShift(night, fifame));
  const router = showPage(<DutyPanel />, `${PAGE}?tab=duty&garde=${night}`);
  const dialog = await screen.findByRole('dialog');
  const box = (name: string) => within(dialog).findByRole<HTMLInputElement>('checkbox', { name });
  expect((await box('Pharmacie Fifamè')).disabled).toBe(true);
  fireEvent.click(await box('Pharmacie Zogbo'));
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'fifam' } });
  await waitFor(() => expect(within(dialog).queryByText('Pharmacie Zogbo')).toBeNull());

  const add = () => within(dialog).getByRole('button', { name: /^Ajouter\s1\spharmacie$/ });
  api.on(pharmacyEndpoints.addDutyShifts, () => refuse('INTERNAL'));
  fireEvent.click(add());
  await screen.findByText(/^Service momentanément indisponible/);
  api.on(pharmacyEndpoints.addDutyShifts, ({ body }) => {
    expect(body).toEqual({ night, pharmacies: [zogbo._id] });
    stored.dutyShifts = [...stored.dutyShifts, aShift(night, zogbo)];
    return { dutyShifts: [aShift(night, zogbo)], total: 1 };
  });
  await waitFor(() => expect(add()).toHaveProperty('disabled', false));
  fireEvent.click(add());
  await screen.findByText('Garde ajoutée');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=duty'));
  const first = screen.getByRole('region', { name: /^Cette nuit, / });
  await within(first).findByText('Pharmacie Zogbo');
});

test('removes a shift after a confirmation', async () => {
  const { api, stored } = serve(aShift(tomorrow, fifame));
  showPage(<DutyPanel />, PAGE);
  fireEvent.click(await screen.findByRole('button', { name: /^Retirer Pharmacie Fifamè/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Retirer cette garde ?' });
  api.on(pharmacyEndpoints.deleteDutyShift, ({ path }) => {
    expect(path).toContain(stored.dutyShifts[0]?._id);
    stored.dutyShifts = [];
    return null;
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retirer' }));
  await screen.findByText('Garde retirée');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Retirer Pharmacie/ })).toBeNull());
});

test('shows an error and a retry when loading fails', async () => {
  const { api } = serve();
  api.on(pharmacyEndpoints.listDutyShifts, () => refuse('INTERNAL'));
  showPage(<DutyPanel />, PAGE);
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(pharmacyEndpoints.listDutyShifts, () => ({ dutyShifts: [], total: 0 }));
  fireEvent.click(retryButton);
  await screen.findByRole('region', { name: /^Cette nuit, / });
});
