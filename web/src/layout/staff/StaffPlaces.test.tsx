import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { homePathOf } from '../../session/page-access.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { placesOf } from './places.ts';
import { StaffPlaces } from './StaffFrame.tsx';

const user = (type: UserType) => aUser({ type });

const places: readonly [UserType, readonly (readonly [label: string, url: string])[]][] = [
  [
    'supervisor',
    [
      ['Gestion des commandes', '/supervisor-dashboard'],
      ['Gestion des médicaments', '/supervisor-dashboard?tab=medications'],
      ['À vérifier', '/supervisor-dashboard?tab=verifier'],
      ['Après la livraison', '/supervisor-dashboard?tab=apres'],
      ['Rappels', '/supervisor-dashboard?tab=rappels'],
      ['Gardes', '/supervisor-dashboard?tab=duty'],
      ['Versements', '/supervisor-dashboard?tab=versements'],
      ['Mon profil', '/profile'],
    ],
  ],
  [
    'agent',
    [
      ['Ordonnances à lire', '/agent-dashboard'],
      ['À vérifier', '/agent-dashboard?tab=verifier'],
      ['Signalements', '/agent-dashboard?tab=signalements'],
      ['Mon profil', '/profile'],
    ],
  ],
  [
    'pharmacy',
    [
      ['Commandes à préparer', '/pharmacy-dashboard'],
      ['Ma liste', '/pharmacy-dashboard?tab=liste'],
      ['Garde', '/pharmacy-dashboard?tab=duty'],
      ['Relevés', '/pharmacy-dashboard?tab=releves'],
      ['Connexion', '/pharmacy-dashboard?tab=connexion'],
    ],
  ],
  [
    'deliveryPerson',
    [
      ['Mes livraisons', '/delivery-dashboard'],
      ['Gains', '/delivery-dashboard?tab=gains'],
      ['Mon profil', '/profile'],
    ],
  ],
  [
    'partnerDoctor',
    [
      ['Mes ordonnances', '/doctor-dashboard'],
      ['Consultations', '/doctor-dashboard?tab=consultations'],
      ['Gains', '/doctor-dashboard?tab=gains'],
      ['Mon profil', '/profile'],
    ],
  ],
  [
    'superAdmin',
    [
      ['Vue d’ensemble', '/cpanel'],
      ['Commandes', '/cpanel?tab=orders'],
      ['Ordonnances', '/cpanel?tab=prescriptions'],
      ['Utilisateurs', '/cpanel/users'],
      ['Médicaments', '/cpanel?tab=medications'],
      ['Rappels', '/cpanel?tab=rappels'],
      ['Zones', '/cpanel?tab=zones'],
      ['Bénéfices', '/cpanel?tab=benefice'],
      ['Argent', '/cpanel?tab=argent'],
      ['Assureurs', '/cpanel?tab=assureurs'],
      ['Après la livraison', '/cpanel?tab=apres'],
      ['Gardes', '/cpanel?tab=duty'],
      ['Journal', '/cpanel?tab=audit'],
      ['Messages', '/cpanel?tab=messages'],
      ['Réglages', '/cpanel?tab=reglages'],
      ['État', '/cpanel?tab=etat'],
      ['Mon profil', '/profile'],
    ],
  ],
];

/** The places of this type of staff at this URL, without badges. */
async function show(type: UserType, url: string) {
  const found = placesOf(user(type)).map(({ badge: _, ...place }) => place);
  showPage(<StaffPlaces places={found} />, url);
  return within(await screen.findByRole('navigation', { name: 'Espace de travail' })).getAllByRole('link');
}

const longLabel = (link: HTMLElement) => (link.querySelector('span') ?? link).textContent;
const current = (links: HTMLElement[]) =>
  links.filter((link) => link.getAttribute('aria-current') === 'page').map(longLabel);

test.each(places)('the places of a %s, in order, with their URLs', async (type, expected) => {
  const links = await show(type, homePathOf(user(type)));
  expect(links.map((link) => [longLabel(link), link.getAttribute('href')])).toEqual(expected);
  expect(current(links)).toEqual([expected[0]?.[0]]);
});

describe('the current place', () => {
  test.each<[UserType, string, string]>([
    ['supervisor', '/supervisor-dashboard?tab=medications', 'Gestion des médicaments'],
    ['supervisor', '/supervisor-dashboard?tab=duty&order=7', 'Gardes'],
    ['supervisor', '/supervisor-dashboard?state=all', 'Gestion des commandes'],
    ['supervisor', '/supervisor-dashboard?tab=nulle-part', 'Gestion des commandes'],
    ['supervisor', '/profile', 'Mon profil'],
    ['pharmacy', '/pharmacy-dashboard?tab=duty', 'Garde'],
    ['partnerDoctor', '/doctor-dashboard?tab=consultations&chat=7', 'Consultations'],
    ['partnerDoctor', '/doctor-dashboard?tab=ordonnances', 'Mes ordonnances'],
    ['superAdmin', '/cpanel/users?type=agent', 'Utilisateurs'],
    ['superAdmin', '/cpanel?tab=overview', 'Vue d’ensemble'],
  ])('of a %s at %s is « %s »', async (type, url, label) => {
    expect(current(await show(type, url))).toEqual([label]);
  });
});
