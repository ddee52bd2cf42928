import { firstUpper } from '@amasin/domain/contract/format.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { IconMapOff } from '@tabler/icons-react';
import { divIcon, type LatLngTuple, latLngBounds, layerGroup, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { formatPhone, telephoneUrl } from '../lib/format.ts';
import { createMap } from '../ui/base-map.ts';
import mapStyles from '../ui/map.module.css';
import { Notice } from '../ui/Notice.tsx';
import { directionsTo, formatDistance } from './PharmacyCard.tsx';
import styles from './PharmacyMap.module.css';
import type { Position } from './use-position.ts';
import 'leaflet/dist/leaflet.css';

/** The content of a popup. Names are external data, so they are inserted as text and never as HTML. */
export function popupOf(pharmacy: Pharmacy, position: Position): HTMLElement {
  const { name, onDuty, distance, address, phone } = pharmacy;
  const box = document.createElement('div');
  box.className = `${styles.popup}`;
  const add = (tag: string, text: string) => {
    const part = document.createElement(tag);
    part.textContent = text;
    box.append(part);
    return part;
  };
  const link = (text: string, href: string) => {
    const part = add('a', text);
    part.setAttribute('href', href);
    return part;
  };
  add('strong', name);
  const facts = [onDuty ? 'De garde' : null, distance === null ? null : formatDistance(distance)];
  const line = facts.filter((fact) => fact !== null).join(', ');
  if (line !== '') add('span', firstUpper(line));
  if (address !== null) add('span', address);
  const dialled = phone === null ? null : telephoneUrl(phone);
  if (phone !== null && dialled !== null) link(`Appeler le ${formatPhone(phone)}`, dialled);
  const directions = directionsTo(pharmacy, position);
  if (directions !== null) {
    const way = link('Itinéraire', directions);
    way.setAttribute('target', '_blank');
    way.setAttribute('rel', 'noopener noreferrer');
  }
  return box;
}

const PIN_PX = 44;
/** Fits the map to the nearest ones: all of them would be too small to tell apart. */
const FITTED = 20;

/** A cross, or a moon when on duty. Constant HTML: no data is inserted. */
const cross = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 4h6v5h5v6h-5v5H9v-5H4V9h5z"/></svg>';
const moon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14 3a9 9 0 1 0 7 13A7.5 7.5 0 0 1 14 3z"/></svg>';

export interface Drawn {
  show(pharmacies: readonly Pharmacy[], position: Position): void;
  remove(): void;
}

/** Renders a map into an element; `onTiles` is called with whether map tiles fail to load. */
export function drawMap(box: HTMLElement, onTiles: (missing: boolean) => void): Drawn {
  const map = createMap(box, onTiles);
  map.on('popupopen', ({ popup }) => {
    popup.getElement()?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', 'Fermer');
  });
  // Leaflet handles keys only while its container has the focus, not a pin or a link in it.
  let opener: HTMLElement | undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || opener === undefined) return;
    map.closePopup();
    opener.focus();
  };
  box.addEventListener('keydown', onKey);
  const pins = layerGroup().addTo(map);

  return {
    show(pharmacies, position) {
      pins.clearLayers();
      const spots: LatLngTuple[] = [];
      if (position.own) {
        const here = divIcon({ className: `${styles.here}`, iconSize: [20, 20] });
        const at: LatLngTuple = [position.point.lat, position.point.lng];
        spots.push(at);
        marker(at, { icon: here, interactive: false, keyboard: false }).addTo(pins);
      }
      for (const pharmacy of pharmacies) {
        if (pharmacy.location === null) continue;
        const [lng, lat] = pharmacy.location.coordinates;
        spots.push([lat, lng]);
        const pin = marker([lat, lng], { icon: pinOf(pharmacy), title: pharmacy.name });
        pin.bindPopup(() => popupOf(pharmacy, position), {
          minWidth: 180,
          maxWidth: 220,
          autoPanPadding: [12, 12],
        });
        // The element exists only once the marker is added.
        pin.on('add', () => {
          const name = pharmacy.onDuty ? `${pharmacy.name}, de garde` : pharmacy.name;
          pin.getElement()?.setAttribute('aria-label', name);
        });
        pin.on('popupopen', () => {
          opener = pin.getElement();
        });
        pin.addTo(pins);
      }
      const { lat, lng } = position.point;
      if (spots.length === 0) map.setView([lat, lng], 13);
      else
        map.fitBounds(latLngBounds(spots.slice(0, FITTED)), {
          padding: [32, 32],
          maxZoom: 16,
          animate: false,
        });
    },
    remove() {
      box.removeEventListener('keydown', onKey);
      map.remove();
    },
  };
}

function pinOf({ onDuty, isPartner }: Pharmacy) {
  const look = onDuty ? styles.onDuty : isPartner ? styles.partner : '';
  return divIcon({
    className: `${styles.pin} ${look}`,
    html: onDuty ? moon : cross,
    iconSize: [PIN_PX, PIN_PX],
    popupAnchor: [0, -16],
  });
}

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
    <div className={mapStyles.place}>
      {failed ? (
        <Notice tone="neutral" icon={IconMapOff} role="status">
          Le fond de carte ne se charge pas. Toutes les pharmacies sont dans la liste, ci-dessous.
        </Notice>
      ) : null}
      <section ref={box} className={mapStyles.map} aria-label="Carte des pharmacies" />
    </div>
  );
}
