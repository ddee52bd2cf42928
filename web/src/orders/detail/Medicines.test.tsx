import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { isOver } from '../ordering/AgainButton.tsx';
import { Medicines } from './Medicines.tsx';

test('what the customer left out is below what is ordered', () => {
  const [item] = anOrder().prescription?.items ?? [];
  showPage(
    <Medicines order={anOrder({ leftOut: [{ ...item!, label: 'Sirop', quantity: 2, position: 1 }] })} />,
    '/',
  );
  expect(screen.getByText('Non pris : 2 × Sirop')).toBeDefined();
});

test('a medicine shows how to take it and for how long, when it is written', () => {
  const { prescription } = anOrder();
  const [item] = prescription?.items ?? [];
  if (!prescription || item === undefined) throw new Error('the order has no item');
  const items = [
    { ...item, posology: '1 comprimé matin et soir', duration: '7 jours' },
    { ...item, medicationId: 'b', duration: '3 jours' },
    { ...item, medicationId: 'c' },
  ];
  showPage(<Medicines order={anOrder({ prescription: { ...prescription, items } })} />, '/');
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toContain(`${item.label}1 comprimé matin et soir · 7 jours`);
  expect(rows[1]).toContain(`${item.label}3 jours`);
  expect(rows[2]).not.toMatch(/comprimé|jours/);
});

test('a line whose price is being checked says so, without an amount', () => {
  const { prescription } = anOrder();
  const [item] = prescription?.items ?? [];
  if (!prescription || item === undefined) throw new Error('the order has no item');
  const items = [{ ...item, price: 0, quantity: 2, review: 'waiting' as const }];
  showPage(<Medicines order={anOrder({ prescription: { ...prescription, items } })} />, '/');
  expect(screen.getByRole('listitem').textContent).toBe(`2 ×${item.label}à vérifier`);
});

test('an order of long ago says that its medicines are erased, an unread one that they are not entered', () => {
  const prescription = { ...anOrder().prescription!, items: [] };
  showPage(<Medicines order={anOrder({ prescription, itemsCount: 2 })} />, '/');
  expect(screen.getByText('Médicaments effacés, à la fin de leur durée de conservation.')).toBeDefined();
  expect(isOver(anOrder({ state: 'ended', prescription, itemsCount: 2 }))).toBe(false);
  expect(isOver(anOrder({ state: 'ended' }))).toBe(true);
  cleanup();
  showPage(<Medicines order={anOrder({ prescription: null, itemsCount: 0 })} />, '/');
  expect(screen.getByText('Les médicaments ne sont pas encore saisis.')).toBeDefined();
});
