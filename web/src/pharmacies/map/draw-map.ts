import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import {
  control,
  divIcon,
  type LatLngTuple,
  latLngBounds,
  layerGroup,
  map as leafletMap,
  marker,
  tileLayer,
} from 'leaflet';
import type { Position } from '../finding/use-position.ts';
import styles from './map.module.css';
import { popupOf } from './popup.ts';

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">© les contributeurs d’OpenStreetMap</a>';
const PIN_PX = 44;
/** The nearest come first; a map of them all would show one heap of pins. */
const FIRST_SEEN = 20;

/** The cross of a pharmacy; the moon where it is on duty. No text of anybody's is in it. */
const cross = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 4h6v5h5v6h-5v5H9v-5H4V9h5z"/></svg>';
const moon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14 3a9 9 0 1 0 7 13A7.5 7.5 0 0 1 14 3z"/></svg>';

export interface Drawn {
  show(pharmacies: readonly Pharmacy[], position: Position): void;
  remove(): void;
}

/** Draws a map into a box; tells whether the ground below the pins is missing. */
export function drawMap(box: HTMLElement, onGround: (missing: boolean) => void): Drawn {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leafletMap(box, {
    zoomControl: false,
    // The page scrolls over it.
    scrollWheelZoom: false,
    ...(still && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false }),
  });
  map.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: 'Agrandir', zoomOutTitle: 'Réduire', position: 'bottomleft' }).addTo(map);
  tileLayer(TILES, { maxZoom: 19, attribution: ATTRIBUTION })
    .on('tileerror', () => onGround(true))
    .on('tileload', () => onGround(false))
    .addTo(map);
  map.on('popupopen', ({ popup }) => {
    popup.getElement()?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', 'Fermer');
  });
  // Leaflet hears keys while its own box has the focus, not while a pin or a link has it.
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
        // Its element is there once the map has a place to show.
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
        map.fitBounds(latLngBounds(spots.slice(0, FIRST_SEEN)), {
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
