import type { User } from '@amasin/domain/users/user.ts';
import { useState } from 'react';
import { useLazy } from '../../ui/loading/use-lazy.ts';
import { UserButton } from './UserButton.tsx';

const load = () => import('./UserMenu.tsx').then((module) => module.default);

/** The person's name, and their menu once its code is loaded. After an earlier click it opens when it is loaded. */
export function PersonPlace({ user }: { user: User }) {
  const [clicked, setClicked] = useState(false);
  const Menu = useLazy(load, { attempt: clicked, onFailure: () => setClicked(false) });
  if (Menu !== null) return <Menu user={user} opened={clicked} />;
  return (
    <UserButton
      name={user.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setClicked(true)}
    />
  );
}
