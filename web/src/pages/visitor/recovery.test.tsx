import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HydrationProvider } from '../../lib/hydration.tsx';
import { PhoneForm } from '../../session/recovery.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { challenge } from '../../testing/challenge.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import ForgotPassword from './forgot-password.tsx';
import ResetPassword from './reset-password.tsx';
import VerifyOtp from './verify-otp.tsx';
import { visitor } from './visitor.fixture.ts';

const pages = { 'forgot-password': ForgotPassword, 'verify-otp': VerifyOtp, 'reset-password': ResetPassword };

/** Opens the page with the navigation state of the previous page, or without one. */
function show(name: keyof typeof pages, state?: object) {
  const api = fakeApi();
  api.on(sessionEndpoints.captcha, () => ({ challenge }));
  const Page = pages[name];
  const router = showPage(
    <SessionContext value={visitor}>
      <Page />
    </SessionContext>,
    `/${name}`,
    state,
  );
  return { api, router };
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const asked = { phone: '97 00 00 01', request: 'first', resendAt: Date.now() + 3600_000 };

test('sends nothing for fewer than eight characters, then requests the code and passes the number on', async () => {
  const { api, router } = show('forgot-password');
  api.on(sessionEndpoints.requestOtp, () => ({
    success: true as const,
    request: 'asked',
    expiresIn: 600,
    resendIn: 60,
  }));
  expect(button('Envoyer OTP').disabled).toBe(true);
  type(/téléphone/, '9700000');
  expect(button('Envoyer OTP').disabled).toBe(true);
  type(/téléphone/, '97000001');
  await waitFor(() => expect(button('Envoyer OTP').disabled).toBe(false));
  press('Envoyer OTP');
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-otp'));
  expect(router.state.location.state).toEqual({
    phone: '97000001',
    request: 'asked',
    resendAt: expect.any(Number),
  });
  const sent = api.sent.find(({ method }) => method === 'POST')?.body as { phone: string; captcha: string };
  expect(sent.phone).toBe('97000001');
  expect(JSON.parse(atob(sent.captcha))).toMatchObject({ challenge, solution: { counter: 3 } });
});

test('shows an error, keeps the number, and uses a new captcha for the next attempt', async () => {
  const { api } = show('forgot-password');
  api.on(sessionEndpoints.captcha, () => networkError);
  type(/téléphone/, '97000001');
  await waitFor(() => expect(button('Envoyer OTP').disabled).toBe(false));
  press('Envoyer OTP');
  expect(await screen.findByText('reCAPTCHA non initialisé')).toBeTruthy();

  api.on(sessionEndpoints.captcha, () => ({ challenge }));
  api.on(sessionEndpoints.requestOtp, () => refuse('TOO_MANY_TRIES'));
  press('Envoyer OTP');
  expect(
    await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.'),
  ).toBeTruthy();
  expect(screen.queryByText('reCAPTCHA non initialisé')).toBeNull();

  api.on(sessionEndpoints.requestOtp, () => refuse('INVALID', { phone: 'Format de téléphone invalide' }));
  press('Envoyer OTP');
  expect(await screen.findByText('Format de téléphone invalide')).toBeTruthy();
  expect(field(/téléphone/).value).toBe('97000001');
  expect(api.sent.filter(({ path }) => path === '/api/auth/captcha')).toHaveLength(3);
});

test('the number typed on the sign-in page and the URL to return to are passed on to the end', async () => {
  const from = '/order?encore=1';
  const { api, router } = show('forgot-password', { from, phone: '97000001' });
  api.on(sessionEndpoints.requestOtp, () => ({
    success: true as const,
    request: 'asked',
    expiresIn: 600,
    resendIn: 60,
  }));
  await waitFor(() => expect(button('Envoyer OTP').disabled).toBe(false));
  expect(field(/téléphone/).value).toBe('97000001');
  press('Envoyer OTP');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/verify-otp', state: { from } }),
  );
  cleanup();

  const verified = show('verify-otp', { ...asked, from });
  verified.api.on(sessionEndpoints.verifyOtp, () => ({ success: true as const, resetToken: 'token' }));
  type(/Code/, '123456');
  press('Vérifier le code');
  await waitFor(() =>
    expect(verified.router.state.location.state).toMatchObject({ from, resetToken: 'token' }),
  );
  cleanup();

  const changed = show('reset-password', { phone: '97000001', resetToken: 'token', from });
  changed.api.on(sessionEndpoints.resetPassword, () => ({ success: true as const }));
  type(/Nouveau/, '12345');
  type(/Confirmer/, '12345');
  press('Changer le mot de passe');
  await waitFor(() =>
    expect(changed.router.state.location).toMatchObject({
      pathname: '/login',
      state: { from, phone: '97000001' },
    }),
  );
});

test.each(['verify-otp', 'reset-password'] as const)(
  '/%s without the state of the previous page redirects back',
  async (name) => {
    const { router } = show(name);
    await waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'));
  },
);

test.each([
  ['verify-otp', <VerifyOtp key="1" />],
  ['reset-password', <ResetPassword key="2" />],
])('shows a skeleton while redirecting back from /%s', async (name, page) => {
  let letCome = () => {};
  const coming = new Promise<null>((resolve) => {
    letCome = () => resolve(null);
  });
  const router = createMemoryRouter(
    [
      { path: `/${name}`, element: page },
      { path: '/forgot-password', loader: () => coming, element: <h1>Mot de passe oublié</h1> },
    ],
    { initialEntries: [`/${name}`] },
  );
  onTestFinished(() => router.dispose());
  render(
    <MantineProvider env="test">
      <SessionContext value={visitor}>
        <RouterProvider router={router} />
      </SessionContext>
    </MantineProvider>,
  );
  await screen.findByRole('status', { name: 'Chargement…' });
  letCome();
  await screen.findByRole('heading', { name: 'Mot de passe oublié' });
});

test('shows a wrong code under its field and keeps it; the right one opens the next page', async () => {
  const { api, router } = show('verify-otp', asked);
  expect(screen.getByText("Si ce numéro est enregistré, un code vient d'être envoyé.")).toBeTruthy();
  expect(screen.getByText(/01\s97\s00\s00\s01/)).toBeTruthy();
  press('Vérifier le code');
  expect(await screen.findByText('Code requis')).toBeTruthy();
  api.on(sessionEndpoints.verifyOtp, () => refuse('WRONG_CODE'));
  type(/Code reçu/, '123 456');
  press('Vérifier le code');
  await waitFor(() => expect(field(/Code reçu/).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('Code incorrect ou expiré').length).toBeGreaterThan(0);
  expect(field(/Code reçu/).value).toBe('123 456');
  api.on(sessionEndpoints.verifyOtp, () => ({ success: true as const, resetToken: 'jeton' }));
  press('Vérifier le code');
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  expect(api.sent.at(-1)?.body).toEqual({ phone: asked.phone, code: '123 456', request: 'first' });
  expect(router.state.location.state).toEqual({ phone: asked.phone, resetToken: 'jeton' });
});

test('another code can be requested after a countdown', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { api, router } = show('verify-otp', { ...asked, resendAt: Date.now() + 60_000 });
  api.on(sessionEndpoints.requestOtp, () => ({
    success: true as const,
    request: 'second',
    expiresIn: 600,
    resendIn: 480,
  }));
  expect(button(/dans 60\ss/).disabled).toBe(true);
  vi.advanceTimersByTime(59_000);
  await waitFor(() => expect(button(/dans 1\ss/).disabled).toBe(true));
  vi.advanceTimersByTime(1_000);
  await waitFor(() => expect(button('Renvoyer le code').disabled).toBe(false));
  press('Renvoyer le code');
  await waitFor(() => expect(button(/dans 8\smin/).disabled).toBe(true));
  // The new code replaces the one of this page, and only this one.
  expect(api.sent.at(-1)?.body).toMatchObject({ phone: asked.phone, request: 'first' });
  expect(router.state.location.state).toMatchObject({ phone: asked.phone, request: 'second' });
});

test('does not send a password that differs from its confirmation; an expired token links to a new code', async () => {
  const { api, router } = show('reset-password', { phone: '97000001', resetToken: 'jeton' });
  type(/Nouveau mot/, 'nouveau');
  type(/Confirmer/, 'nouveu');
  press('Changer le mot de passe');
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeTruthy();
  api.on(sessionEndpoints.resetPassword, () => refuse('PHONE_NOT_VERIFIED'));
  type(/Confirmer/, 'nouveau');
  press('Changer le mot de passe');
  expect(await screen.findByText("Veuillez d'abord vérifier votre numéro de téléphone")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Demander un nouveau code' })).toBeTruthy();
  api.on(sessionEndpoints.resetPassword, () => ({ success: true as const }));
  press('Changer le mot de passe');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(
    await screen.findByText('Mot de passe modifié. Vous pouvez maintenant vous connecter.'),
  ).toBeTruthy();
  expect(api.sent.at(-1)?.body).toEqual({ phone: '97000001', resetToken: 'jeton', password: 'nouveau' });
});

test('a number typed before hydration can be sent after it, and not before', async () => {
  const page = (
    <MantineProvider env="test">
      <HydrationProvider>
        <PhoneForm known={() => ({ phone: '' })} onAsked={() => {}} />
      </HydrationProvider>
    </MantineProvider>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  // Enter submits natively through the submit button, or, in a form with a single field, without one.
  const [byEnter] = container.querySelectorAll<HTMLButtonElement>('form [type="submit"]');
  expect(byEnter?.disabled).toBe(true);
  field(/téléphone/).value = '97000001';
  const root = await act(async () => hydrateRoot(container, page));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  expect(button('Envoyer OTP').disabled).toBe(false);
  expect(container.querySelectorAll('form [type="submit"]')).toHaveLength(1);
});
