import type { OrderInquiry } from '@amasin/domain/orders/order.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PharmacyAnswers } from './PharmacyAnswers.tsx';

type Pharmacy = OrderInquiry['pharmacies'][number];

const medicine = { medicationId: 'm', label: 'Sirop', quantity: 1, price: 2_000 };
const asked: Pharmacy = {
  _id: 'p',
  name: 'Pharmacie Akpakpa',
  state: 'asked',
  askedAt: '2026-11-20T13:05:00.000Z',
  answeredAt: null,
  heldUntil: null,
  lines: [{ ...medicine, answer: null }],
  total: null,
  isAgreed: false,
};
const answeredAt = '2026-11-20T13:20:00.000Z';
const kept: Partial<Pharmacy> = {
  state: 'answered',
  answeredAt,
  heldUntil: '2026-11-20T13:50:00.000Z',
  total: 5_540,
};

test.each<[string, Partial<Pharmacy>, string]>([
  ['is asked', {}, 'demandée à 14 h 05, réponse attendue'],
  ['does not answer', { state: 'silent' }, 'demandée à 14 h 05, pas de réponse'],
  ['has nothing', { state: 'refused', answeredAt }, 'demandée à 14 h 05, n’a rien à 14 h 20'],
  [
    'has a part',
    { ...kept, lines: [{ ...medicine, answer: 'missing' }] },
    'demandée à 14 h 05, a répondu à 14 h 20 : 5 540 F, 1 manque, gardé jusqu’à 14 h 50',
  ],
  [
    'has what the customer agreed to',
    { ...kept, isAgreed: true },
    'demandée à 14 h 05, a répondu à 14 h 20 : 5 540 F, acceptée, gardé jusqu’à 14 h 50',
  ],
  ['keeps nothing more', { ...kept, state: 'lapsed' }, 'demandée à 14 h 05, ne garde plus à 14 h 20'],
])('a supervisor reads that a pharmacy %s', (_, change, words) => {
  fakeApi();
  const inquiry = { state: 'asking', mayPayNow: true, pharmacies: [{ ...asked, ...change }] } as const;
  showPage(<PharmacyAnswers inquiry={{ ...inquiry, pharmacies: [...inquiry.pharmacies] }} />, '/');
  const line = screen.getByText('Pharmacie Akpakpa').parentElement;
  expect(line?.textContent?.replaceAll(/\s/g, ' ')).toBe(`Pharmacie Akpakpa ${words}`);
  expect(screen.queryByRole('button')).toBeNull();
});
