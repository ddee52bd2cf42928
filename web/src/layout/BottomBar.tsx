import { IconHome, IconMapPin, IconShoppingBag, IconUser } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import styles from './BottomBar.module.css';

const places = [
  { to: '/dashboard', label: 'Accueil', icon: IconHome },
  { to: '/order', label: 'Commander', icon: IconShoppingBag },
  { to: '/tracking', label: 'Suivi', icon: IconMapPin },
  { to: '/profile', label: 'Profil', icon: IconUser },
] as const;

/** The customers' bottom navigation, below 768 px. Its pages are prefetched, so that they open on a slow network too. */
export function BottomBar() {
  return (
    <nav className={styles.bar} aria-label="Navigation du client">
      {places.map(({ to, label, icon: Glyph }) => (
        <NavLink key={to} to={to} className={`${styles.place}`} prefetch="render">
          <Glyph size={24} stroke={1.75} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
