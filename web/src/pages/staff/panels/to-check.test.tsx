import { cardCheckEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { showPage } from '../../../testing/show-page.tsx';
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
};

function setUp({ medicines = [medicine], cards = [card] } = {}) {
  const api = fakeApi();
  api.on(reviewEndpoints.listMedicinesToReview, () => ({ medications: medicines, total: medicines.length }));
  api.on(cardCheckEndpoints.listCardsToCheck, () => ({ cards, total: cards.length }));
  showPage(<ToCheckPanel />, '/agent-dashboard?tab=verifier');
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
  const medication = { _id, label, form: 'syrup' as const, price, createdAt, requiresPrescription: false };
  const rest = { reviewed: false, substances: null, dosage: null };
  api.on(reviewEndpoints.reviewMedication, () => ({ medication: { ...medication, ...rest } }));
  fireEvent.submit(form);
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      decision: 'approve',
      price: 1500,
      form: 'syrup',
    }),
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
    }),
  );
});

test('says when there is nothing to check', async () => {
  setUp({ medicines: [], cards: [] });
  await screen.findByText('Aucun prix à vérifier');
  await screen.findByText('Aucune carte à vérifier');
});
