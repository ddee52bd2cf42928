import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { leaveFor } from './leave-for.ts';
import { FrameRefused, HostedPage } from './PaymentDialog.tsx';

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

vi.mock('../lib/versions.ts', () => ({ activateNewestVersion: activate }));
const activate = vi.hoisted(() => vi.fn());

const refuseBy = (effectiveDirective: string) =>
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));

test('a frame that the policy of the page refuses is replaced by an update of the page', async () => {
  showPage(
    <FrameRefused>
      <p>Portail</p>
    </FrameRefused>,
    '/order',
  );
  await screen.findByText('Portail');
  refuseBy('img-src');
  expect(screen.queryByRole('alert')).toBeNull();
  refuseBy('frame-src');
  await screen.findByText('Mettez Amasin à jour pour payer');
  expect(screen.queryByText('Portail')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  expect(activate).toHaveBeenCalledOnce();
});
