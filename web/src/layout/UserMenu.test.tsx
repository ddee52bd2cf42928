import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { store, UNSENT_MESSAGES, WAITING_ORDERS } from '../lib/stored.ts';
import { anUnsentMessage, aWaitingOrder } from '../orders/ordering/unsent.fixture.ts';
import { SessionContext } from '../session/session-context.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { UserMenu } from './UserMenu.tsx';

async function openMenu(type: UserType, signOut = async () => {}, changes: Partial<User> = {}) {
  const user = aUser({ type, ...changes });
  const session = aSession(user, { signOut });
  showPage(
    <SessionContext value={session}>
      <UserMenu user={user} opened={false} />
    </SessionContext>,
    '/',
  );
  fireEvent.click(await screen.findByRole('button', { name: /Afi Dossou/ }));
}

test.each<[UserType, string[]]>([
  [
    'customer',
    ['Tableau de bord /dashboard', 'Commander /order', 'Parler à un médecin', 'Mon profile /profile'],
  ],
  ['supervisor', ['Tableau de bord /supervisor-dashboard', 'Mon profile /profile']],
  ['pharmacy', ['Tableau de bord /pharmacy-dashboard']],
])('the menu of a %s links to the pages that they may open', async (type, own) => {
  await openMenu(type);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => `${item.textContent} ${item.getAttribute('href') ?? ''}`.trim())).toEqual([
    'Accueil /',
    ...own,
    'Déconnexion',
  ]);
});

test('the colour scheme is one of three, and the menu remains open', async () => {
  await openMenu('supervisor');
  const schemes = await screen.findAllByRole('menuitemradio');
  const checked = () => schemes.map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`);
  expect(checked()).toEqual(['Auto false', 'Clair true', 'Sombre false']);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Sombre' }));
  await waitFor(() => expect(checked()).toEqual(['Auto false', 'Clair false', 'Sombre true']));
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
});

test('signing out asks first while an order waits for the network', async () => {
  store('afi', WAITING_ORDERS, [aWaitingOrder()]);
  const signOut = vi.fn(async () => {});
  await openMenu('customer', signOut, { _id: 'afi' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
  await screen.findByRole('dialog', { name: 'Une commande n’est pas partie' });
  expect(signOut).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test.each<UserType>(['customer', 'partnerDoctor'])(
  'signing out asks a %s first while their messages are not sent',
  async (type) => {
    store('afi', UNSENT_MESSAGES, [anUnsentMessage('a'), anUnsentMessage('b')]);
    store('koffi', UNSENT_MESSAGES, [anUnsentMessage('c')]);
    const signOut = vi.fn(async () => {});
    await openMenu(type, signOut, { _id: 'afi' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
    await screen.findByRole('dialog', { name: '2\u00a0messages ne sont pas partis' });
    expect(signOut).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Rester connecté' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(signOut).not.toHaveBeenCalled();
  },
);

test('with nothing unsent signing out asks nothing', async () => {
  const signOut = vi.fn(async () => {});
  await openMenu('customer', signOut, { _id: 'koffi' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
  expect(signOut).toHaveBeenCalledOnce();
});
