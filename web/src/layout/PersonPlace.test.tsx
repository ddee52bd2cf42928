import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../session/session-context.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { PersonPlace } from './Header.tsx';

// The menu's code is loaded when the test resolves this promise.
const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./UserMenu.tsx', async (original) => {
  await code.promise;
  return original();
});

const show = () => {
  const user = aUser({ type: 'customer' });
  const session = aSession(user);
  showPage(
    <SessionContext value={session}>
      <PersonPlace user={user} />
    </SessionContext>,
    '/',
  );
  return screen.findByRole('button', { name: /Afi Dossou/ });
};

test('a click before the menu’s code is loaded opens the menu once it is', async () => {
  const place = await show();
  expect(place.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(place);
  code.resolve();
  expect(await screen.findByRole('menuitem', { name: 'Déconnexion' })).toBeDefined();
});

test('the menu does not open by itself', async () => {
  const button = await show();
  // The button has an id once the menu is loaded.
  await waitFor(() => expect(screen.getByRole('button', { name: /Afi Dossou/ }).id).not.toBe(''));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('menuitem')).toBeNull();
});
