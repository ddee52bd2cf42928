import type { User } from '@amasin/domain/users/user.ts';
import { useEffect, useState } from 'react';
import { lazyWithRetry, type Waiting } from '../../ui/lazy.tsx';
import { UserButton } from './UserButton.tsx';

interface MenuProps {
  user: User;
  /** The name was clicked before the code of the menu was there. */
  opened: boolean;
  onClicked: (clicked: boolean) => void;
}

const UserMenu = lazyWithRetry<MenuProps>(
  () => import('./UserMenu.tsx').then((module) => module.UserMenu),
  WaitingMenu,
);

/** The person's name, and their menu once its code is loaded. After an earlier click it opens when it is loaded. */
export function PersonPlace({ user }: { user: User }) {
  const [clicked, setClicked] = useState(false);
  return <UserMenu user={user} opened={clicked} onClicked={setClicked} />;
}

function WaitingMenu({ user, onClicked, failed, retry }: MenuProps & Waiting) {
  useEffect(() => {
    if (failed) onClicked(false);
  }, [failed, onClicked]);
  return (
    <UserButton
      name={user.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => {
        onClicked(true);
        retry();
      }}
    />
  );
}
