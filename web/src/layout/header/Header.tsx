import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, NavLink } from 'react-router';
import { useSession } from '../../session/session-context.ts';
import { Logo } from '../../ui/art/Logo.tsx';
import { useEntrance } from '../use-entrance.ts';
import { BellPlace } from './BellPlace.tsx';
import styles from './Header.module.css';
import { UserButton } from './UserButton.tsx';

const UserMenu = lazy(() => import('./UserMenu.tsx'));

export function Header() {
  const { user } = useSession();
  const entrance = useEntrance();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to="/" className={styles.home} aria-label="Amasin, accueil">
          <Logo />
        </Link>
        <nav className={styles.links} aria-label="Navigation principale">
          <NavLink to="/" end className={`${styles.link}`}>
            Accueil
          </NavLink>
        </nav>
        <div className={styles.person}>
          {entrance ? (
            <>
              <Button component={Link} to="/login" variant="subtle" className={styles.entry}>
                Connexion
              </Button>
              <Button component={Link} to="/register" variant="light" className={styles.entry}>
                Inscription
              </Button>
            </>
          ) : null}
          {user?.active ? <BellPlace /> : null}
          {user === null ? null : (
            <Suspense fallback={<UserButton name={user.name} />}>
              <UserMenu user={user} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  );
}
