import { UnstyledButton } from '@mantine/core';
import { IconHome, IconMapPin, IconShoppingBag, IconStethoscope, IconUser } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { CHAT_PARAM } from '../consultations/chat-param.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import styles from './BottomBar.module.css';

const UnreadBadge = lazyWithRetry(() =>
  import('../consultations/UnreadBadge.tsx').then((module) => module.UnreadBadge),
);
const PagesAhead = lazyWithRetry(() => import('./PagesAhead.tsx').then((module) => module.PagesAhead));

const before = [
  { to: '/dashboard', label: 'Espace', icon: IconHome },
  { to: '/order', label: 'Commander', icon: IconShoppingBag },
  { to: '/tracking', label: 'Suivi', icon: IconMapPin },
] as const;

const pages = [...before.map(({ to }) => to), '/profile'];

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * The customers' bottom navigation, below 768 px. The service worker keeps its pages; where there is none they are fetched ahead,
 * so that they open on a slow network too.
 */
export function BottomBar() {
  return (
    <nav className={styles.bar} aria-label="Navigation du client">
      {before.map(({ to, label, icon: Glyph }) => (
        <NavLink key={to} to={to} className={`${styles.place}`}>
          <Glyph {...icon} />
          <span>{label}</span>
        </NavLink>
      ))}
      <DoctorPlace />
      <NavLink to="/profile" className={`${styles.place}`}>
        <IconUser {...icon} />
        Profil
      </NavLink>
      {'serviceWorker' in navigator ? null : <PagesAhead pages={pages} />}
    </nav>
  );
}

/** Opens the chat on the present page. */
function DoctorPlace() {
  const { opened, open } = useDialogUrl(CHAT_PARAM);
  return (
    <UnstyledButton
      className={styles.place}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => open('list')}
    >
      <IconStethoscope {...icon} />
      Médecin
      <UnreadBadge />
    </UnstyledButton>
  );
}
