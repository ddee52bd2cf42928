import type { User } from '@amasin/domain/users/user.ts';
import { useState } from 'react';
import { useLazy } from '../../ui/loading/use-lazy.ts';
import { UserButton } from './UserButton.tsx';

const load = () => import('./UserMenu.tsx').then((module) => module.default);

/**
 * The person's name, and their menu once its code is there. Who asks for it before is not asked again: it opens when it
 * comes. On a line that is down, the next page, the line or the next tap brings it.
 */
export function PersonPlace({ user }: { user: User }) {
  const [wanted, setWanted] = useState(false);
  const Menu = useLazy(load, wanted, () => setWanted(false));
  if (Menu !== null) return <Menu user={user} opened={wanted} />;
  return (
    <UserButton name={user.name} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  );
}
