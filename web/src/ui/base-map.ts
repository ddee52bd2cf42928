import { control, type Map as LeafletMap, map as leafletMap, tileLayer } from 'leaflet';

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">© les contributeurs d’OpenStreetMap</a>';

/** A map in an element; `onTiles` is called with whether map tiles fail to load. */
export function createMap(box: HTMLElement, onTiles: (missing: boolean) => void): LeafletMap {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leafletMap(box, {
    zoomControl: false,
    // The wheel scrolls the page.
    scrollWheelZoom: false,
    ...(still && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false }),
  });
  map.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: 'Agrandir', zoomOutTitle: 'Réduire', position: 'bottomleft' }).addTo(map);
  tileLayer(TILES, { maxZoom: 19, attribution: ATTRIBUTION })
    .on('tileerror', () => onTiles(true))
    .on('tileload', () => onTiles(false))
    .addTo(map);
  return map;
}
