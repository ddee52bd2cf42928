import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../../session/session-context.ts';
import { Logo } from '../../ui/art.tsx';
import { useEntrance } from '../use-entrance.ts';
import { BellPlace } from './BellPlace.tsx';
import styles from './Header.module.css';
import { PersonPlace } from './PersonPlace.tsx';
import { SiteLinks, sitePlaces } from './SiteLinks.tsx';
import { SiteMenu } from './SiteMenu.tsx';

const signInLinks = [
  { to: '/login', label: 'Connexion' },
  { to: '/register', label: 'Inscription' },
] as const;

export function Header() {
  const { user } = useSession();
  const entrance = useEntrance();
  // On a phone the header has room for one of the two links.
  const inMenu = entrance ? [...sitePlaces, ...signInLinks] : sitePlaces;
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to="/" className={styles.home} aria-label="Amasin, accueil">
          <Logo />
        </Link>
        <SiteLinks />
        <div className={styles.person}>
          {entrance ? (
            <>
              <Button component={Link} to="/login" variant="subtle" className={styles.entry}>
                Connexion
              </Button>
              <Button
                component={Link}
                to="/register"
                variant="light"
                className={`${styles.entry} ${styles.second}`}
              >
                Inscription
              </Button>
            </>
          ) : null}
          {user?.active ? <BellPlace /> : null}
          {user === null ? null : <PersonPlace user={user} />}
          <SiteMenu places={inMenu} />
        </div>
      </div>
    </header>
  );
}
