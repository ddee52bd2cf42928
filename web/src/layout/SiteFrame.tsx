import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCanonical } from '../lib/seo.ts';
import { worksOn } from '../session/page-access.ts';
import { useSession } from '../session/session-context.ts';
import { ConnectionBanner } from '../ui/connection.tsx';
import { FullPageSpinner } from '../ui/feedback.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './SiteFrame.module.css';

/** Announces the title of a new page to screen readers. */
function PageAnnouncer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setTitle(document.title);
  }, [pathname]);

  return <div aria-live="polite">{title}</div>;
}

// Customers and visitors do not load the frame of staff.
const StaffFrame = lazyWithRetry(
  () => import('./staff/StaffFrame.tsx').then((module) => module.StaffFrame),
  FullPageSpinner,
);
const Hydrated = lazyWithRetry(() => import('./Hydrated.tsx').then((module) => module.Hydrated));

/** The frame of every page: header, content, toasts; then the footer and the customers' bottom bar, or the places of staff. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const isAtWork = user !== null && worksOn(user, pathname);
  useCanonical();
  const customer = user?.type === 'customer' && user.active;
  return (
    <div className={styles.frame} data-bottom-bar={customer || undefined} data-staff={isAtWork || undefined}>
      <a className={styles.skip} href="#contenu">
        Aller au contenu
      </a>
      <ConnectionBanner />
      {isAtWork ? (
        <StaffFrame user={user}>{children}</StaffFrame>
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
      <Hydrated />
    </div>
  );
}
