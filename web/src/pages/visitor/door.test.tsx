import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import AdminLogin from './admin.tsx';
import ForgotPassword from './forgot-password.tsx';
import ResetPassword from './reset-password.tsx';
import { visitor } from './visitor.fixture.ts';

const inSession = (page: ReactNode) => <SessionContext value={visitor}>{page}</SessionContext>;

test('a professional who forgot their password comes from their sign-in page and returns to it', async () => {
  const router = showPage(inSession(<AdminLogin />), '/admin');
  fireEvent.click(await screen.findByRole('link', { name: 'Mot de passe oublié ?' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'));
  const { state } = router.state.location;
  expect(state).toEqual({ door: '/admin' });

  showPage(inSession(<ForgotPassword />), '/forgot-password', state);
  const back = await screen.findByRole('link', { name: 'Retour à la connexion' });
  expect(back.getAttribute('href')).toBe('/admin');
});

test('a professional who chose a new password signs in on their page', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.resetPassword, () => ({ success: true as const }));
  const verified = { phone: '97000001', resetToken: 'token', door: '/admin' };
  const router = showPage(inSession(<ResetPassword />), '/reset-password', verified);
  for (const label of [/^Nouveau mot de passe/, /^Confirm/])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'amasin-2026' } });
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});
