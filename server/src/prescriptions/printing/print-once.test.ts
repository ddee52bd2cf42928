import { expect, it } from 'vitest';
import { printOnce } from './print-once.ts';

const printed = (number: string) => ({
  number,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  pricesUntil: new Date('2026-12-20T10:00:00Z'),
  prescriber: { name: 'Docteur Aïcha Kora', phone: null },
  patient: { name: 'Afi Kpadé', phone: null },
  items: [
    {
      label: 'Paracétamol',
      form: 'tablet' as const,
      quantity: 1,
      price: 500,
      posology: null,
      duration: null,
    },
  ],
});

it('draws the same content once, also when it is asked for at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 200 }, () => printOnce(printed('ORD-1'))));
  expect(new Set(all).size).toBe(1);
  expect(await printOnce(printed('ORD-1'))).toBe(all[0]);
  expect(await printOnce(printed('ORD-2'))).not.toBe(all[0]);
});
