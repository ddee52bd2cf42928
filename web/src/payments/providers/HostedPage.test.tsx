import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { HostedPage } from './HostedPage.tsx';
import { leaveFor } from './leave-for.ts';

vi.mock('./leave-for.ts', () => ({ leaveFor: vi.fn() }));
beforeEach(() => vi.mocked(leaveFor).mockClear());

const show = (isTest: boolean) =>
  render(
    <MantineProvider>
      <HostedPage url="https://pay.test/tok" isTest={isTest} />
    </MantineProvider>,
  );

test('leaves for the provider’s page once, and keeps a link to it', () => {
  show(false);
  expect(vi.mocked(leaveFor).mock.calls).toEqual([['https://pay.test/tok']]);
  const link = screen.getByRole('link', { name: 'Continuer vers le paiement' });
  expect(link.getAttribute('href')).toBe('https://pay.test/tok');
  expect(screen.queryByText(/Paiement d’essai/)).toBeNull();
});

test('says when no money moves', () => {
  show(true);
  expect(screen.getByText('Paiement d’essai : aucun argent ne circule.')).toBeDefined();
});

test('never leaves for an address that is not on the web', async () => {
  const { leaveFor: leave } = await vi.importActual<typeof import('./leave-for.ts')>('./leave-for.ts');
  const before = window.location.href;
  leave('javascript:alert(1)');
  expect(window.location.href).toBe(before);
});
