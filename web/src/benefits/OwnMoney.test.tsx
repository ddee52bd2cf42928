import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { OwnMoney as Found } from '@amasin/domain/benefits/settlement.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { noMoney } from '../testing/own-money.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { OwnMoney, TodayFigure } from './OwnMoney.tsx';

const nextAt = '2026-12-04T08:00:00.000Z';
const account = { operator: 'mtn', phone: '+2290166000042' } as const;

test.each<[Partial<Found>, RegExp]>([
  [{ nextAt, account }, /^Prochain versement prévu le 4 décembre 2026 à 09 h 00, sur MTN MoMo/],
  [{ nextAt, waits: 'no-account' }, /^Votre versement attend : dites où vous payer\.$/],
  [{ nextAt: null, waits: 'no-account' }, /^Versé à la main, quand l’équipe le décide\.$/],
  [{ waits: 'under-minimum', minimum: 1_000 }, /^Versé à partir de 1 000 F\.$/],
  [{ waits: 'left-out', leftOut: 'licence à revoir' }, /^Votre versement attend : licence à revoir\.$/],
  [{ owed: -500 }, /^500 F seront retenus sur vos prochains gains/],
])('says when a payee is paid: %j', async (change, words) => {
  fakeApi().on(benefitEndpoints.readOwnMoney, () => ({ ...noMoney, ...change }));
  showPage(<OwnMoney of="deliveryPerson" />, '/delivery-dashboard');
  await screen.findByText((text) => words.test(plain(text) ?? ''));
  expect(screen.queryByText(/undefined/)).toBeNull();
});

test('leads from the gains of the day to all of them', async () => {
  const today = { amount: 4_900, count: 7 };
  fakeApi().on(benefitEndpoints.readOwnMoney, () => ({ ...noMoney, today }));
  showPage(<TodayFigure to="/delivery-dashboard?tab=gains" />, '/delivery-dashboard');
  const link = await screen.findByRole('link', { name: 'Gains du jour' });
  expect(link.getAttribute('href')).toBe('/delivery-dashboard?tab=gains');
  expect(plain(link.parentElement?.textContent ?? '')).toBe('Gains du jour : 4 900 F');
});
