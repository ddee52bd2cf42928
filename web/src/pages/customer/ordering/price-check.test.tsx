import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  chooseWay,
  fillPlace,
  newDevice,
  openOrder,
  prescription,
  sendButton,
  setUpOrder,
  typeCode,
} from '../order.fixture.tsx';

beforeEach(newDevice);

const syrup: Prescription['items'][number] = {
  medicationId: '0198a000-0000-7000-8000-0000000000a3',
  label: 'Sirop de miel',
  quantity: 3,
  price: 0,
  review: 'waiting',
};
const drops: Prescription['items'][number] = {
  ...syrup,
  medicationId: '0198a000-0000-7000-8000-0000000000a4',
  label: 'Gouttes rappelées',
  review: 'unavailable',
};
const LOOK = /^Voir si le prix est vérifié$/;
const notice = () => screen.findByText('Vérification en cours');

/** A prescription of these medicines, found by its code. */
async function find(items: Prescription['items']) {
  const { api, opened } = setUpOrder();
  const answer = (found: Prescription['items']) => {
    const total = found.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    api.on(prescriptionEndpoints.searchPrescription, () => ({
      prescription: { ...prescription, items: found, total },
    }));
  };
  answer(items);
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  await screen.findByRole('region', { name: 'Ordonnance ORD-12345678' });
  const searches = () => api.sent.filter(({ path }) => path.includes('/prescriptions/search/'));
  return { answer, opened, searches };
}

test('a prescription that waits for a price is not paid: what waits is said, and a button looks again', async () => {
  const { answer, opened, searches } = await find([syrup]);
  const shown = (await notice()).parentElement?.textContent ?? '';
  expect(shown).toContain('Un pharmacien vérifie Sirop de miel.');
  expect(shown).toContain('nous vous préviendrons');
  expect(shown).toMatch(/Regardé à \d\d\sh\s\d\d\.$/);
  expect(shown).not.toContain('ne le prenez pas');
  expect(screen.queryByRole('button', { name: /^(Commander|Payer)/ })).toBeNull();
  const found = within(screen.getByRole('region', { name: 'Ordonnance ORD-12345678' }));
  expect(found.getByText('À calculer')).toBeDefined();
  // Whatever else is missing.
  fireEvent.click(sendButton(LOOK));
  await waitFor(() => expect(searches()).toHaveLength(2));
  expect(await notice()).toBeDefined();
  expect(opened()).toHaveLength(0);
  const { review: _, ...checked } = syrup;
  answer([{ ...checked, price: 2000 }]);
  fireEvent.click(await screen.findByRole('button', { name: LOOK }));
  await waitFor(() => expect(screen.queryByText('Vérification en cours')).toBeNull());
  await fillPlace();
  // 6 000 + 700 + 600
  fireEvent.click(sendButton(/^Payer 7\s300\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
});

test('the other medicines can be paid without the one that waits', async () => {
  const { opened } = await find([...prescription.items, syrup]);
  expect((await notice()).parentElement?.textContent).toContain('ne le prenez pas');
  fireEvent.click(await screen.findByRole('button', { name: 'Ne pas prendre Sirop de miel' }));
  expect(screen.queryByText('Vérification en cours')).toBeNull();
  await fillPlace();
  fireEvent.click(sendButton(/^Payer 4\s000\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toMatchObject({ order: { prescription: { leftOut: [syrup.medicationId] } } });
});

test('what is no longer sold is named before paying, and left out of the order', async () => {
  const { opened } = await find([...prescription.items, drops]);
  const shown = (await screen.findByText('Plus disponible')).parentElement?.textContent;
  expect(shown).toContain('Gouttes rappelées n’est plus disponible : vous ne le payez pas.');
  expect(screen.queryByRole('button', { name: 'Reprendre Gouttes rappelées' })).toBeNull();
  await fillPlace();
  fireEvent.click(sendButton(/^Payer 4\s000\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toMatchObject({ order: { prescription: { leftOut: [drops.medicationId] } } });
});

test('a prescription of which nothing is sold any more is refused at its code', async () => {
  const { opened } = await find([drops]);
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText('Plus aucun médicament de cette ordonnance n’est disponible')).toBeDefined();
  expect(opened()).toHaveLength(0);
});
