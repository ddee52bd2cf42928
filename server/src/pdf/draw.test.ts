import { ChildProcess } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { printOnce } from './print.ts';

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

it('is drawn by another process, which the server does not wait for', async () => {
  const events = vi.spyOn(ChildProcess.prototype, 'emit');
  const pdf = await printOnce(printed('ORD-3'));
  // The other tests of this process may have left their children, which print something else.
  const drawers = events.mock.contexts.filter((_, n) => events.mock.calls[n]![1] === pdf) as ChildProcess[];
  events.mockRestore();
  expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
  expect(drawers).toHaveLength(1);
  expect(drawers[0]!.pid).not.toBe(process.pid);
});
