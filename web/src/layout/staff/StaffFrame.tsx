import { isAtDesk } from '@amasin/domain/contract/user-type.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Anchor, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { version } from '../../../../package.json';
import { watchAttention } from '../../lib/attention.ts';
import { call } from '../../lib/call.ts';
import { contact } from '../../lib/contact.ts';
import { MoveSender } from '../../orders/delivering/MoveSender.tsx';
import { homePathOf, typeOf } from '../../session/page-access.ts';
import { Logo } from '../../ui/art.tsx';
import { focusSearch } from '../../ui/filters.tsx';
import { PageLink, PhoneLink } from '../../ui/text.tsx';
import { isTaken } from '../../ui/use-row-keys.ts';
import { BellPlace, PersonPlace, SiteLinks, SiteMenu, sitePlaces } from '../Header.tsx';
import { keepFocus } from './keep-focus.ts';
import { type Place, placesOf, urlOf } from './places.ts';
import styles from './StaffFrame.module.css';

/** Below the shortest time after which idleness ends a session, two minutes. */
const EVERY_MS = 50_000;

/** Where idleness ends sessions: keeps that of a person open who reads or types, not that of a page that refreshes itself. */
export function useAttention(idlenessEnds: boolean): void {
  useEffect(() => {
    if (!idlenessEnds) return;
    return watchAttention(() => void call(sessionEndpoints.me).catch(() => null), EVERY_MS);
  }, [idlenessEnds]);
}

/** The `/` key opens the search of orders, on pages without a search field of their own, which handles the key itself. */
export function useSearchKey(orders: Place | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (orders === undefined) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTaken(event) || document.querySelector('main [type="search"]')) return;
      event.preventDefault();
      void navigate(urlOf(orders), { state: focusSearch });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [orders, navigate]);
}

/** The footer of staff pages, in one line where the screen is wide enough. */
export function StaffFooter() {
  return (
    <Text component="footer" size="xs" c="dimmed" className={styles.footer}>
      <span>{`© ${new Date().getFullYear()} Amasin`}</span>
      <PhoneLink phone={contact.phone} name="Amasin" />
      <Anchor href={`mailto:${contact.email}`} inherit>
        {contact.email}
      </Anchor>
      <span>{contact.place}</span>
      <PageLink to="/confidentialite">Confidentialité</PageLink>
      <PageLink to="/mentions-legales">Mentions légales</PageLink>
      <span>{`Version ${version}`}</span>
    </Text>
  );
}

/** The places of a member of staff: a bar at the bottom of a phone, at the side from a tablet on. */
export function StaffPlaces({ places }: { places: readonly Place[] }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const page = pathname.replace(/\/$/, '');
  const inPage = places.filter(({ path }) => path === page);
  const current = inPage.find(({ tab }) => tab === search.get('tab')) ?? inPage[0];

  // Not all places fit a phone: the bar scrolls to the current one.
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !link || current === undefined) return;
    bar.current.scrollLeft = link.offsetLeft - (bar.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <nav ref={bar} className={styles.places} aria-label="Espace de travail" data-scrolls>
      {places.map((place) => (
        <PlaceLink key={place.label} place={place} isCurrent={place === current} />
      ))}
    </nav>
  );
}

function PlaceLink({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const { label, short, icon: Glyph, badge: Badge } = place;
  return (
    <Link className={styles.place} to={urlOf(place)} aria-current={isCurrent ? 'page' : undefined}>
      <Glyph size={24} stroke={1.75} aria-hidden={true} />
      {short === undefined ? (
        <span>{label}</span>
      ) : (
        <>
          <span className={styles.long}>{label}</span>
          <span className={styles.short}>{short}</span>
        </>
      )}
      {Badge === undefined ? null : (
        <span className={styles.corner}>
          <Badge />
        </span>
      )}
    </Link>
  );
}

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
