import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { challenge } from '../../testing/challenge.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import AdminLogin from './admin.tsx';
import ForgotPassword from './forgot-password.tsx';
import Login from './login.tsx';
import Register from './register.tsx';

const MESSAGE = 'Trop de tentatives. Veuillez réessayer dans quelques minutes.';
/** The refusal that a proof of work lifts. */
const asksForWork = () =>
  Response.json({ success: false, code: 'TOO_MANY_TRIES', message: MESSAGE, challenge }, { status: 429 });

const signIn = vi.fn();
const user = aUser();
const signedIn = { token: 'token', device: 'mark', user };

beforeEach(() => {
  signIn.mockReset();
  window.localStorage.clear();
});

function show(page: React.ReactNode, path: string) {
  showPage(<SessionContext value={aSession(null, { signIn })}>{page}</SessionContext>, path);
}
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const solved = (body: unknown) => JSON.parse(atob((body as { captcha: string }).captcha));

test.each([
  ['/login', <Login key="login" />, sessionEndpoints.login, ['Numéro de téléphone', '0197000001']],
  ['/admin', <AdminLogin key="admin" />, sessionEndpoints.adminLogin, ['Email', 'chef@exemple.bj']],
] as const)(
  '%s does the work that the server asks for, and signs in',
  async (path, page, endpoint, [label, name]) => {
    const api = fakeApi();
    api.on(endpoint, ({ body }) => ((body as { captcha?: string }).captcha ? signedIn : asksForWork()));
    show(page, path);
    await type(label, name);
    await type('Mot de passe', 'bonjour');
    await press('Se connecter');
    await waitFor(() => expect(signIn).toHaveBeenCalledWith('token', user));
    expect(api.sent).toHaveLength(2);
    expect(solved(api.sent[1]?.body)).toMatchObject({ challenge, solution: { counter: 3 } });
    expect(screen.queryByText(MESSAGE)).toBeNull();
  },
);

test('/register does the work that the server asks for, and signs up', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.register, ({ body }) =>
    (body as { captcha?: string }).captcha ? { user } : asksForWork(),
  );
  show(<Register />, '/register');
  await type('Nom complet', 'Afi Dossou');
  await type('Numéro de téléphone', '0197000001');
  await type('Mot de passe', 'bonjour');
  await type('Confirmer le mot de passe', 'bonjour');
  await press('S’inscrire');
  const posted = () => api.sent.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(posted()).toHaveLength(2));
  expect(solved(posted()[1]?.body)).toMatchObject({ challenge, solution: { counter: 3 } });
});

test('says to wait when work does not help, and after three proofs', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.login, () => asksForWork());
  show(<Login />, '/login');
  await type('Numéro de téléphone', '0197000001');
  await type('Mot de passe', 'bonjour');
  await press('Se connecter');
  expect(await screen.findByText(MESSAGE)).toBeTruthy();
  expect(api.sent).toHaveLength(4);
});

test('the device is known at the next sign-in and when a code is requested', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.login, () => signedIn);
  show(<Login />, '/login');
  await type('Numéro de téléphone', '0197000001');
  await type('Mot de passe', 'bonjour');
  await press('Se connecter');
  await waitFor(() => expect(signIn).toHaveBeenCalledTimes(1));
  await press('Se connecter');
  await waitFor(() => expect(api.sent[1]?.body).toMatchObject({ device: 'mark' }));
  expect(api.sent[0]?.body).not.toHaveProperty('device');
});

test('a code is requested again with more work, as a known device', async () => {
  window.localStorage.setItem('device', 'mark');
  const api = fakeApi();
  api.on(sessionEndpoints.captcha, () => ({ challenge: { ...challenge, signature: 'aa' } }));
  const answer = { success: true as const, request: 'asked', expiresIn: 600, resendIn: 60 };
  api.on(sessionEndpoints.requestOtp, ({ body }) =>
    solved(body).challenge.signature === 'aa' ? asksForWork() : answer,
  );
  show(<ForgotPassword />, '/forgot-password');
  await type('Numéro de téléphone', '97000001');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Envoyer OTP' }).disabled).toBe(false),
  );
  await press('Envoyer OTP');
  await waitFor(() => expect(api.sent).toHaveLength(3));
  expect(api.sent[2]?.body).toMatchObject({ phone: '97000001', device: 'mark' });
  expect(solved(api.sent[2]?.body).challenge).toEqual(challenge);
});
