import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { store, UNSENT_MESSAGES, WAITING_ORDERS } from '../lib/stored.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import RequireAccess from './RequireAccess.tsx';
import { SessionContext } from './session-context.ts';

const screens: [string, Partial<User>][] = [
  ['Compte désactivé', { active: false }],
  ['Protégez votre compte', { type: 'superAdmin', mustEnrol: true }],
];

async function show(title: string, user: Partial<User>) {
  const signOut = vi.fn(async () => {});
  showPage(
    <SessionContext value={aSession(aUser({ _id: 'afi', ...user }), { signOut })}>
      <RequireAccess />
    </SessionContext>,
    '/cpanel',
  );
  await screen.findByRole('heading', { name: title });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { signOut, press };
}

test.each(screens)('« %s » asks before signing out removes what is not sent', async (title, user) => {
  store('afi', WAITING_ORDERS, [{}]);
  store('afi', UNSENT_MESSAGES, [{}, {}]);
  const { signOut, press } = await show(title, user);
  const question = { name: 'Une commande et 2\u00a0messages ne sont pas partis' };
  press('Déconnexion');
  await screen.findByRole('dialog', question);
  press('Rester connecté');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(signOut).not.toHaveBeenCalled();
  press('Déconnexion');
  await screen.findByRole('dialog', question);
  press('Se déconnecter');
  expect(signOut).toHaveBeenCalledOnce();
});

test.each(screens)('« %s » signs out at once with nothing unsent', async (title, user) => {
  store('koffi', UNSENT_MESSAGES, [{}]);
  const { signOut, press } = await show(title, user);
  press('Déconnexion');
  expect(signOut).toHaveBeenCalledOnce();
});

const one = ' n’est que sur cet appareil : se déconnecter l’efface.';
const several = ' ne sont que sur cet appareil : se déconnecter les efface.';

test.each([
  [1, 0, 'Une commande n’est pas partie', `Elle${one}`],
  [2, 0, '2\u00a0commandes ne sont pas parties', `Elles${several}`],
  [0, 1, 'Un message n’est pas parti', `Il${one}`],
  [0, 2, '2\u00a0messages ne sont pas partis', `Ils${several}`],
  [1, 1, 'Une commande et un message ne sont pas partis', `Ils${several}`],
  [2, 3, '2\u00a0commandes et 3\u00a0messages ne sont pas partis', `Ils${several}`],
])(
  '%i orders and %i messages are said with their number and gender',
  async (orders, messages, name, warning) => {
    store('afi', WAITING_ORDERS, Array(orders).fill({}));
    store('afi', UNSENT_MESSAGES, Array(messages).fill({}));
    const { press } = await show('Compte désactivé', { active: false });
    press('Déconnexion');
    const dialog = await screen.findByRole('dialog', { name });
    expect(dialog.textContent).toContain(warning);
  },
);
