import type { User } from '@amasin/domain/users/user.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../../ui/connection/use-online.ts';
import { UserButton } from './UserButton.tsx';

type MenuProps = { user: User; opened: boolean };

/**
 * The person's name, and their menu once its code is there. Who asks for it before is not asked again: it opens when it
 * comes. On a line that is down, the next page, the line or the next tap brings it.
 */
export function PersonPlace({ user }: { user: User }) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps> | null>(null);
  const [wanted, setWanted] = useState(false);
  const online = useOnline();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, a line that is back, or a tap asks again
  useEffect(() => {
    if (Menu !== null) return;
    let left = false;
    import('./UserMenu.tsx').then(
      (module) => {
        if (!left) setMenu(() => module.default);
      },
      () => {
        if (!left) setWanted(false);
      },
    );
    return () => {
      left = true;
    };
  }, [Menu, online, pathname, wanted]);
  if (Menu !== null) return <Menu user={user} opened={wanted} />;
  return (
    <UserButton name={user.name} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  );
}
