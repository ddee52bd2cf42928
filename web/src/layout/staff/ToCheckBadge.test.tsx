import { cardCheckEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { placesOf } from './places.ts';
import { StaffPlaces } from './StaffFrame.tsx';
import { ToCheckBadge } from './ToCheckBadge.tsx';

const medicine = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Sirop de miel',
  form: 'syrup' as const,
  price: 0,
  createdAt: '2026-11-20T09:00:00.000Z',
  author: 'Dr Ahouansou',
  askedAt: null,
  prescriptions: [],
  alike: [],
};
const card = {
  _id: '0198a000-0000-7000-8000-0000000000e1',
  customer: 'Afi Kpadé',
  label: 'NSIA',
  taux: 80,
  url: 'k',
  askedAt: '2026-11-20T09:00:00.000Z',
  orders: [],
};

const prescription = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  type: 'numerical' as const,
  prescriptionNumber: 'ORD-12345678',
  patientName: 'Afi Kpadé',
  prescriptorName: 'Dr Ahouansou',
  items: [],
  url: 'k',
  used: false,
  usedBy: null,
  verified: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  total: 0,
  askedAt: '2026-11-20T09:00:00.000Z',
};

function serve(medicines: number, cards: number) {
  const api = fakeApi();
  api.on(reviewEndpoints.listMedicinesToReview, () => ({
    medications: Array.from({ length: medicines }, (_, n) => ({ ...medicine, _id: `${medicine._id}-${n}` })),
    total: medicines,
  }));
  api.on(cardCheckEndpoints.listCardsToCheck, () => ({
    cards: Array.from({ length: cards }, (_, n) => ({ ...card, _id: `${card._id}-${n}` })),
    total: cards,
  }));
  api.on(prescriptionCheckEndpoints.listPrescriptionsToCheck, () => ({
    prescriptions: [prescription],
    total: 1,
  }));
  return api;
}

test.each([
  ['supervisor', 3],
  ['agent', 4],
] as const)(
  'a %s reads how many wait beside « À vérifier »: %i, an agent also the prescriptions',
  async (type, count) => {
    serve(2, 1);
    const places = placesOf(aUser({ type })).filter(({ tab }) => tab === 'verifier');
    showPage(<StaffPlaces places={places} />, `/${type}-dashboard`);
    const link = await screen.findByRole('link', { name: new RegExp(`À vérifier.*, ${count} à vérifier`) });
    expect(link.querySelector<HTMLElement>('[data-count]')?.dataset.count).toBe(String(count));
  },
);

test('nothing is shown when nothing waits', async () => {
  const api = serve(0, 0);
  showPage(<ToCheckBadge />, '/supervisor-dashboard');
  await waitFor(() => expect(api.sent).toHaveLength(2));
  expect(screen.queryByText(/à vérifier/)).toBeNull();
});
