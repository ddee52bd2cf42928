import { cardCheckEndpoints, insurerEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { aMedication } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { ToCheckPanel } from './ToCheckPanel.tsx';

const medicine = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Sirop de miel',
  form: 'syrup' as const,
  price: 0,
  createdAt: '2026-11-20T09:00:00.000Z',
  author: 'Dr Ahouansou',
  askedAt: null,
  prescriptions: ['ORD-12345678'],
  alike: [{ _id: '0198a000-0000-7000-8000-0000000000b2', form: 'drops' as const, price: 900 }],
};
const card = {
  _id: '0198a000-0000-7000-8000-0000000000e1',
  customer: 'Afi Kpadé',
  label: 'NSIA',
  taux: 80,
  url: 'k',
  askedAt: '2026-11-20T09:00:00.000Z',
  orders: [] as string[],
};

const prescription = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  type: 'numerical' as const,
  prescriptionNumber: 'ORD-12345678',
  patientName: 'Afi Kpadé',
  prescriptorName: 'Dr Ahouansou',
  prescriptorPhone: '+2290197222222',
  items: [{ medicationId: medicine._id, label: 'Amoxicilline', quantity: 2, price: 900 }],
  url: 'k',
  used: false,
  usedBy: null,
  verified: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  total: 1800,
  askedAt: '2026-11-20T09:00:00.000Z',
};

test('a pharmacist approves the prescription of a prescriber who is not verified, as it was read', async () => {
  const api = setUp({ medicines: [], cards: [], as: 'agent' });
  const shown = await screen.findByRole('region', { name: 'ORD-12345678' });
  expect(shown.textContent).toMatch(/Dr Ahouansou, non vérifié.*2 × Amoxicilline/);
  api.on(prescriptionCheckEndpoints.checkPrescription, () => null);
  fireEvent.click(within(shown).getByRole('button', { name: 'Approuver ORD-12345678' }));
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      decision: 'approve',
      askedAt: prescription.askedAt,
    }),
  );
});

test('a supervisor is not asked about prescriptions', async () => {
  const api = setUp({ as: 'supervisor' });
  await screen.findByRole('form', { name: 'Sirop de miel' });
  expect(screen.queryByText('Ordonnances à vérifier')).toBeNull();
  expect(api.sent.some(({ path }) => path.includes('prescriptions'))).toBe(false);
});

function setUp({
  medicines = [medicine],
  cards = [card],
  insurers = [] as { _id: string; name: string; rates: number[]; active: boolean }[],
  as = 'supervisor' as 'agent' | 'supervisor',
} = {}) {
  const api = fakeApi();
  api.on(insurerEndpoints.listInsurers, () => ({ insurers, total: insurers.length }));
  api.on(reviewEndpoints.listMedicinesToReview, () => ({ medications: medicines, total: medicines.length }));
  api.on(cardCheckEndpoints.listCardsToCheck, () => ({ cards, total: cards.length }));
  api.on(prescriptionCheckEndpoints.listPrescriptionsToCheck, () => ({
    prescriptions: [prescription],
    total: 1,
  }));
  showPage(
    <SessionContext value={aSession(aUser({ type: as }))}>
      <ToCheckPanel />
    </SessionContext>,
    '/agent-dashboard?tab=verifier',
  );
  return api;
}

test('the price that the prescriber typed is shown, and is not approved by one tap', async () => {
  const api = setUp({ medicines: [{ ...medicine, price: 1 }] });
  const form = await screen.findByRole('form', { name: 'Sirop de miel' });
  expect(form.textContent).toContain('Tapé par le prescripteur\u00a0: 1\u00a0F');
  fireEvent.submit(form);
  await screen.findByText('Le prix doit être supérieur à 0');
  expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a price is approved with its form, and not without a price', async () => {
  const api = setUp();
  const form = await screen.findByRole('form', { name: 'Sirop de miel' });
  expect(form.textContent).toContain('ORD-12345678');
  expect(form.textContent).toContain('Gouttes');
  fireEvent.submit(form);
  await screen.findByText('Le prix doit être supérieur à 0');
  fireEvent.change(within(form).getByLabelText('Prix vérifié (FCFA)'), { target: { value: '1 500' } });
  const { _id, label, price, createdAt } = medicine;
  const medication = aMedication({ _id, label, form: 'syrup', price, createdAt, reviewed: false });
  api.on(reviewEndpoints.reviewMedication, () => ({ medication }));
  fireEvent.submit(form);
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      decision: 'approve',
      price: 1500,
      form: 'syrup',
    }),
  );
});

test('a card names the orders that it holds up', async () => {
  setUp({
    cards: [
      card,
      { ...card, _id: card._id.replace('e1', 'e2'), customer: 'Koffi', orders: ['CMD-000123', 'CMD-000124'] },
    ],
  });
  const waiting = await screen.findByRole('region', { name: 'Carte de Koffi' });
  expect(waiting.textContent).toContain('À vérifier avant le paiement de CMD-000123, CMD-000124');
  expect(screen.getByRole('region', { name: 'Carte de Afi Kpadé' }).textContent).not.toContain(
    'avant le paiement',
  );
});

test('a card is refused with a reason', async () => {
  const api = setUp();
  const shown = await screen.findByRole('region', { name: 'Carte de Afi Kpadé' });
  api.on(cardCheckEndpoints.checkCard, () => null);
  fireEvent.click(within(shown).getByText('La carte n’est plus valable'));
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      taux: 80,
      url: 'k',
      refused: 'expired',
      insurer: null,
    }),
  );
});

test('a card is accepted with the insurer that its label names, among those that take its rate', async () => {
  const insurer = { _id: '0198a000-0000-7000-8000-0000000000c1', name: 'NSIA', rates: [80], active: true };
  const sunu = { ...insurer, _id: '0198a000-0000-7000-8000-0000000000c2', name: 'Sunu', rates: [50] };
  const api = setUp({ insurers: [insurer, sunu] });
  const shown = within(await screen.findByRole('region', { name: 'Carte de Afi Kpadé' }));
  const field = shown.getByLabelText<HTMLSelectElement>('Assureur');
  await waitFor(() => expect([...field.options].map(({ text }) => text)).toEqual(['À préciser', 'NSIA']));
  expect(field.value).toBe(insurer._id);
  api.on(cardCheckEndpoints.checkCard, () => null);
  fireEvent.click(shown.getByRole('button', { name: 'Carte vérifiée' }));
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      taux: 80,
      url: 'k',
      refused: null,
      insurer: insurer._id,
    }),
  );
});

test('says when there is nothing to check', async () => {
  setUp({ medicines: [], cards: [] });
  await screen.findByText('Aucun prix à vérifier');
  await screen.findByText('Aucune carte à vérifier');
});
