import { isAtDesk } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { MoveSender } from '../../orders/delivering/moves/MoveSender.tsx';
import { homePathOf, typeOf } from '../../session/page-access.ts';
import { Logo } from '../../ui/art.tsx';
import { BellPlace } from '../header/BellPlace.tsx';
import { PersonPlace } from '../header/PersonPlace.tsx';
import { SiteLinks, sitePlaces } from '../header/SiteLinks.tsx';
import { SiteMenu } from '../header/SiteMenu.tsx';
import { keepFocus } from './keep-focus.ts';
import { placesOf } from './places.ts';
import { StaffFooter } from './StaffFooter.tsx';
import styles from './StaffFrame.module.css';
import { StaffPlaces } from './StaffPlaces.tsx';
import { useAttention } from './use-attention.ts';
import { useSearchKey } from './use-search-key.ts';

type Props = { user: User; children: ReactNode };

/** The frame of staff at work: their places beside the page, the site's links and a footer of one line. */
export function StaffFrame({ user, children }: Props) {
  const content = useRef<HTMLElement>(null);
  const places = placesOf(user);
  useAttention(isAtDesk(user.type));
  useSearchKey(places.find(({ searchable }) => searchable));
  useEffect(() => (content.current === null ? undefined : keepFocus(content.current)), []);
  return (
    <>
      <header className={styles.header}>
        <Link to={homePathOf(user)} className={styles.home} aria-label="Amasin, mon espace">
          <Logo />
        </Link>
        <SiteLinks />
        <div className={styles.person}>
          <BellPlace />
          <PersonPlace user={user} />
          <SiteMenu places={sitePlaces} />
        </div>
      </header>
      <div className={styles.body}>
        <StaffPlaces places={places} />
        <div className={styles.column}>
          <main ref={content} id="contenu" className={styles.content} tabIndex={-1}>
            {children}
          </main>
          <StaffFooter />
        </div>
      </div>
      {typeOf(user) === 'deliveryPerson' ? <MoveSender /> : null}
    </>
  );
}
