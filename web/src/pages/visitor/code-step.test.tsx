import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import AdminLogin from './admin.tsx';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const bodies = ({ sent }: ReturnType<typeof fakeApi>) => sent.map(({ body }) => body);

test('/admin asks for the code after the password, and goes back to it', async () => {
  const api = fakeApi();
  const signIn = vi.fn();
  const user = aUser({ type: 'supervisor' });
  api.on(sessionEndpoints.adminLogin, ({ body }) => {
    const { code } = body as { code?: string };
    if (code === undefined) return refuse('CODE_REQUIRED');
    return code === '123456' ? { token: 'token', device: 'mark', user } : refuse('WRONG_SECOND_CODE');
  });
  showPage(
    <SessionContext value={aSession(null, { signIn })}>
      <AdminLogin />
    </SessionContext>,
    '/admin',
  );
  await type('Email', 'chef@exemple.bj');
  await type('Mot de passe', 'bonjour');
  await press('Se connecter');
  await type('Code', '000000');
  await press('Se connecter');
  const code = await field('Code');
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  await press('Revenir au mot de passe');
  expect((await field('Email')).value).toBe('chef@exemple.bj');
  await press('Se connecter');
  await type('Code', '123456');
  await press('Se connecter');
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('token', user));
  expect(bodies(api).at(-1)).toEqual({ email: 'chef@exemple.bj', password: 'bonjour', code: '123456' });
});
