import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { type Place, urlOf } from './places.ts';
import styles from './StaffPlaces.module.css';

/** The places of a member of staff: a bar at the bottom of a phone, at the side from a tablet on. */
export function StaffPlaces({ places }: { places: readonly Place[] }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const page = pathname.replace(/\/+$/, '');
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
