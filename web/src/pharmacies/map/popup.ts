import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { formatPhone, telephoneUrl } from '../../lib/format.ts';
import { directionsTo, formatDistance } from '../card/format.ts';
import type { Position } from '../finding/use-position.ts';
import styles from './map.module.css';

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
  if (line !== '') add('span', line.charAt(0).toUpperCase() + line.slice(1));
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
