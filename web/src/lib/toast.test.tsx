import { act, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { toast } from './toast.tsx';

beforeEach(() => {
  showPage(null, '/');
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const FADED = 500;

test.each([
  ['success', 2_000],
  ['error', 4_000],
] as const)('a toast of type %s is shown at the top right for %i ms', async (kind, shown) => {
  act(() => toast[kind]('Dit'));
  await pass(0);
  expect(screen.getByText('Dit').closest<HTMLElement>('[data-position]')?.dataset.position).toBe('top-right');
  await pass(shown - 1);
  expect(screen.getByText('Dit')).toBeDefined();
  await pass(FADED);
  expect(screen.queryByText('Dit')).toBeNull();
});

test('a loading toast is shown until it is dismissed', async () => {
  let name = '';
  act(() => {
    name = toast.loading('Envoi…');
  });
  await pass(600_000);
  expect(screen.getByText('Envoi…')).toBeDefined();
  act(() => toast.dismiss(name));
  await pass(FADED);
  expect(screen.queryByText('Envoi…')).toBeNull();
});

test.each([
  ['success', 2_000],
  ['error', 4_000],
] as const)('a loading toast is replaced by %s, even after it was closed', async (kind, shown) => {
  const names: string[] = [];
  act(() => {
    names.push(toast.loading('Envoi 1…'), toast.loading('Envoi 2…'));
  });
  await pass(0);
  act(() => toast.dismiss(names[1] ?? ''));
  await pass(FADED);
  act(() => {
    for (const name of names) toast[kind](`Fin de ${name}`, name);
  });
  await pass(FADED);
  expect(screen.queryByText('Envoi 1…')).toBeNull();
  for (const name of names) expect(screen.getByText(`Fin de ${name}`)).toBeDefined();
  await pass(shown);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows twenty at once, the others after them', async () => {
  act(() => {
    for (let n = 1; n <= 21; n++) toast.error(`Dit ${n}`);
  });
  await pass(0);
  expect(screen.getAllByRole('alert')).toHaveLength(20);
  await pass(4_000 + FADED);
  expect(screen.getByText('Dit 21')).toBeDefined();
});
