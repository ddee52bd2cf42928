import { ChildProcess } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { drawPdfOnce } from './draw.ts';
import { readPages } from './read-pages.fixture.ts';
import { head, medicines, type Sheet } from './sheet.ts';

const item = {
  label: 'Paracétamol',
  form: 'tablet',
  quantity: 1,
  price: 500,
  posology: null,
  duration: null,
} as const;
const sheet = (title: string, label: string = item.label): Sheet => ({
  title,
  at: new Date('2026-11-20T10:00:00Z'),
  size: 'A5',
  foot: ['page ', ' sur '],
  content: [head(title, ''), ...medicines([{ ...item, label }])],
});

it('draws the same content once, also when it is asked for at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 200 }, () => drawPdfOnce(sheet('ORD-1'))));
  expect(new Set(all).size).toBe(1);
  expect(await drawPdfOnce(sheet('ORD-1'))).toBe(all[0]);
  expect(await drawPdfOnce(sheet('ORD-2'))).not.toBe(all[0]);
});

it('is drawn by another process, which the server does not wait for', async () => {
  const events = vi.spyOn(ChildProcess.prototype, 'emit');
  const pdf = await drawPdfOnce(sheet('ORD-3'));
  // The other tests of this process may have left their children, which print something else.
  const drawers = events.mock.contexts.filter((_, n) => events.mock.calls[n]![1] === pdf) as ChildProcess[];
  events.mockRestore();
  expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
  expect(drawers).toHaveLength(1);
  expect(drawers[0]!.pid).not.toBe(process.pid);
});

it('breaks a word that is longer than its column, so that amounts stay on the paper', async () => {
  const [page] = await readPages(Buffer.from(await drawPdfOnce(sheet('ORD-4', 'W'.repeat(100)))));
  expect(page!.match(/W+/g)!.length).toBeGreaterThan(1);
  expect(page).toContain('500 F');
});
