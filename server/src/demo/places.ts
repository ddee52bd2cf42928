export type DemoPlace = {
  name: string;
  latitude: number;
  longitude: number;
  address: string;
  phone: string | null;
  hours: string | null;
};

/** Invented pharmacies without account. */
export const demoPlaces: readonly DemoPlace[] = [
  {
    name: 'Pharmacie Sèwanou',
    latitude: 6.3745,
    longitude: 2.3868,
    address: 'Vèdoko, deuxième von après le carrefour, 10e arrondissement',
    phone: '0121000101',
    hours: 'Mo-Su 08:00-22:00',
  },
  {
    name: 'Pharmacie Mahutin',
    latitude: 6.3618,
    longitude: 2.3795,
    address: 'Gbégamey, face à la place, 11e arrondissement',
    phone: '0121000102',
    hours: '24/7',
  },
  {
    name: 'Pharmacie Alougbine',
    latitude: 6.3892,
    longitude: 2.3561,
    address: 'Mènontin, à côté du marché, 9e arrondissement',
    phone: null,
    hours: 'Mo-Sa 08:00-20:00; Su 09:00-13:00',
  },
  {
    name: 'Pharmacie Gbèdagni',
    latitude: 6.3669,
    longitude: 2.4487,
    address: 'Akpakpa, avant le pont, 4e arrondissement',
    phone: '0121000104',
    hours: 'Mo-Su 08:00-22:00',
  },
  {
    name: 'Pharmacie Houénoussou-Plage',
    latitude: 6.3507,
    longitude: 2.3542,
    address: 'Fidjrossè, rue avant le calvaire, 12e arrondissement',
    phone: '0121000105',
    hours: null,
  },
  {
    name: 'Pharmacie Kpèvi',
    latitude: 6.4211,
    longitude: 2.3329,
    address: 'Godomey, face à l’échangeur, Abomey-Calavi',
    phone: '0121000106',
    hours: 'Mo-Su 08:00-22:00',
  },
];

/** Opening hours, which accounts do not have. */
export const demoHours: Readonly<Record<string, string>> = {
  pharmacie: '24/7',
  pharmacie2: 'Mo-Su 08:00-22:00',
};

/** Who is on duty, in rotation by night: names of places or keys of `demoPeople`. */
export const demoDutyTurns: readonly (readonly string[])[] = [
  ['Pharmacie Mahutin', 'Pharmacie Gbèdagni'],
  ['Pharmacie Sèwanou', 'pharmacie2'],
  ['Pharmacie Alougbine', 'Pharmacie Kpèvi', 'pharmacie'],
];
