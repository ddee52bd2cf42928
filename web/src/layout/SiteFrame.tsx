import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCanonical } from '../lib/seo/use-canonical.ts';
import { useSession } from '../session/session-context.ts';
import { ConnectionBanner } from '../ui/connection/ConnectionBanner.tsx';
import { useLazy } from '../ui/loading/use-lazy.ts';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './header/Header.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import styles from './SiteFrame.module.css';
import { placesOn } from './staff/places.ts';
import { StaffFrame } from './staff/StaffFrame.tsx';

const loadHydrated = () => import('./Hydrated.tsx').then((module) => module.Hydrated);

/** What every page shares: header, content, toasts; then the footer and the customers' bottom bar, or the places of staff. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const Hydrated = useLazy(loadHydrated);
  const { user } = useSession();
  const { pathname } = useLocation();
  const places = placesOn(pathname, user);
  useCanonical();
  const customer = user?.type === 'customer' && user.active;
  return (
    <div
      className={styles.frame}
      data-bottom-bar={customer || undefined}
      data-staff={places !== null || undefined}
    >
      <a className={styles.skip} href="#contenu">
        Aller au contenu
      </a>
      <ConnectionBanner />
      {user !== null && places !== null ? (
        <StaffFrame user={user} places={places}>
          {children}
        </StaffFrame>
      ) : (
        <>
          <Header />
          <main id="contenu" className={styles.content} tabIndex={-1}>
            {children}
          </main>
          <Footer />
          {customer ? <BottomBar /> : null}
        </>
      )}
      <VisuallyHidden>
        <PageAnnouncer />
      </VisuallyHidden>
      {Hydrated === null ? null : <Hydrated />}
    </div>
  );
}
