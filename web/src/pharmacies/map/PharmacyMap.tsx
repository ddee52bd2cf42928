import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { IconMapOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from '../../ui/map.module.css';
import { Notice } from '../../ui/Notice.tsx';
import type { Position } from '../finding/use-position.ts';
import { type Drawn, drawMap } from './draw-map.ts';
import 'leaflet/dist/leaflet.css';

type Props = { pharmacies: readonly Pharmacy[]; position: Position };

/** The pharmacies on a map, mounted only on request: its tiles are loaded from another server. */
export function PharmacyMap({ pharmacies, position }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (box.current === null) return;
    const map = drawMap(box.current, setFailed);
    setDrawn(map);
    return map.remove;
  }, []);

  useEffect(() => drawn?.show(pharmacies, position), [drawn, pharmacies, position]);

  return (
    <div className={styles.place}>
      {failed ? (
        <Notice tone="neutral" icon={IconMapOff} role="status">
          Le fond de carte ne se charge pas. Toutes les pharmacies sont dans la liste, ci-dessous.
        </Notice>
      ) : null}
      <section ref={box} className={styles.map} aria-label="Carte des pharmacies" />
    </div>
  );
}
