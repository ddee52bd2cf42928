import type { UserType } from '@amasin/domain/users/user-type.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import UserMenu from './UserMenu.tsx';

async function openMenu(type: UserType) {
  const user = aUser({ type });
  const session = aSession(user);
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
