import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import { IconMapOff } from '@tabler/icons-react';
import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '../lib/use-device-position.ts';
import { createMap } from './base-map.ts';
import styles from './map.module.css';
import { Notice } from './Notice.tsx';
import 'leaflet/dist/leaflet.css';

const POINT_PX = 24;
const TOWN_ZOOM = 13;
const STREET_ZOOM = 16;

type Props = { point: Coordinates | null; onPick: (point: Coordinates) => void };

/** A map on which a tap sets one point. */
export function PointMap({ point, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [failed, setFailed] = useState(false);
  const shown = useRef<Marker | null>(null);
  const latest = useRef({ point, onPick });
  latest.current = { point, onPick };

  useEffect(() => {
    if (box.current === null) return;
    const created = createMap(box.current, setFailed);
    const [lng, lat] = latest.current.point ?? [];
    if (lng === undefined || lat === undefined) created.setView(DEFAULT_POINT, TOWN_ZOOM);
    else created.setView([lat, lng], STREET_ZOOM);
    created.on('click', ({ latlng }) => latest.current.onPick([latlng.lng, latlng.lat]));
    setMap(created);
    return () => {
      created.remove();
      shown.current = null;
    };
  }, []);

  useEffect(() => {
    if (map === null) return;
    shown.current?.remove();
    shown.current = null;
    if (point === null) return;
    const [lng, lat] = point;
    const icon = divIcon({ className: styles.point ?? '', iconSize: [POINT_PX, POINT_PX] });
    shown.current = marker([lat, lng], { icon, interactive: false, keyboard: false }).addTo(map);
    if (!map.getBounds().contains([lat, lng])) map.setView([lat, lng]);
  }, [map, point]);

  return (
    <div className={styles.place}>
      {failed ? (
        <Notice tone="neutral" icon={IconMapOff} role="status">
          Le fond de carte ne se charge pas. Écrivez la latitude et la longitude.
        </Notice>
      ) : null}
      <section
        ref={box}
        className={`${styles.map} ${styles.small}`}
        aria-label="Carte : touchez pour placer"
      />
    </div>
  );
}
