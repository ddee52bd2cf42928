import { CurrentPageLink } from './CurrentPageLink.tsx';
import styles from './Header.module.css';

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
