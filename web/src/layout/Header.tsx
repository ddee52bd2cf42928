import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useHydrated } from '../lib/hydration.tsx';
import { useSession } from '../session/session-context.ts';
import { Logo } from '../ui/art.tsx';
import { lazyWithRetry, type Waiting } from '../ui/lazy.tsx';
import styles from './Header.module.css';
import { UserButton } from './UserButton.tsx';

/**
 * Whether to show links to sign in: to visitors, and in the prerendered page. Not while a stored token is checked: a person
 * who is signed in would see them for a moment.
 */
export function useEntrance(): boolean {
  const { status } = useSession();
  return !useHydrated() || status === 'visitor';
}

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

type CurrentPageLinkProps = { to: string; className: string | undefined; children: string };

/**
 * A link with `aria-current` on its own page. Only after hydration: the fallback page is prerendered for no page in
 * particular, and hydration does not correct attributes.
 */
export function CurrentPageLink({ to, className, children }: CurrentPageLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = useHydrated() && pathname === to;
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

type Place = { readonly to: string; readonly label: string };

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** The header's links on a phone. A native disclosure, which can be opened before hydration. */
export function SiteMenu({ places }: { places: readonly Place[] }) {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);

  // Closes after a navigation; stays open when it was opened before hydration.
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) setOpen(details.current?.open ?? false);
    else close(details.current);
    shown.current = key;
  }, [key]);

  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close(details.current);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const onKeyDown = ({ key: pressed }: KeyboardEvent) => {
    if (pressed !== 'Escape' || !isOpen) return;
    close(details.current);
    details.current?.querySelector('summary')?.focus();
  };

  return (
    <details
      ref={details}
      className={styles.menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={onKeyDown}
    >
      <summary className={styles.button} aria-label="Menu">
        {isOpen ? <IconX {...icon} /> : <IconMenu2 {...icon} />}
      </summary>
      <nav className={styles.panel} aria-label="Menu du site">
        <ul className={styles.list}>
          {places.map(({ to, label }) => (
            <li key={to}>
              <CurrentPageLink to={to} className={styles.place}>
                {label}
              </CurrentPageLink>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details !== null) details.open = false;
}

const NotificationBell = lazyWithRetry(() =>
  import('../notifications/NotificationBell.tsx').then((module) => module.NotificationBell),
);

/** Reserves the width of the bell until it is loaded. */
export function BellPlace() {
  return (
    <div className={styles.bell}>
      <NotificationBell />
    </div>
  );
}

/** The public pages that every header links to. */
export const sitePlaces = [
  { to: '/', label: 'Accueil' },
  { to: '/about', label: 'À propos' },
  { to: '/pharmacies', label: 'Trouver une pharmacie' },
  { to: '/admin', label: 'Espace partenaire' },
] as const;

/** The header's links on a wide screen; `SiteMenu` has them on others. */
export function SiteLinks() {
  return (
    <nav className={styles.links} aria-label="Navigation principale">
      {sitePlaces.map(({ to, label }) => (
        <CurrentPageLink key={to} to={to} className={styles.link}>
          {label}
        </CurrentPageLink>
      ))}
    </nav>
  );
}

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
