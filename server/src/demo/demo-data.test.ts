import { describe, expect, it } from 'vitest';
import { demoAddresses } from './addresses.ts';
import { demoCatalogue } from './catalogue/catalogue.ts';
import { demoOrders } from './order-plan.ts';
import { demoPeople } from './people.ts';
import { demoPlaces } from './places.ts';
import { demoZones } from './zones.ts';

const medicines = new Map(demoCatalogue.map((medicine) => [`${medicine.label}|${medicine.form}`, medicine]));
const people = new Map(demoPeople.map((person) => [person.key, person]));
const repeated = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i);
const ordersWhere = (test: (order: (typeof demoOrders)[number]) => boolean) => demoOrders.filter(test).length;

describe('catalogue', () => {
  it('has at least 150 medicines, each label and form once', () => {
    expect(demoCatalogue.length).toBeGreaterThanOrEqual(150);
    expect(repeated(demoCatalogue.map(({ label, form }) => `${label}|${form}`))).toEqual([]);
  });

  it('has prices in multiples of 5 FCFA', () => {
    expect(demoCatalogue.filter(({ price }) => price < 50 || price > 50_000 || price % 5 !== 0)).toEqual([]);
  });

  it('has every form, medicines with and without prescription, and one label in two forms', () => {
    expect(new Set(demoCatalogue.map(({ form }) => form)).size).toBe(7);
    expect(new Set(demoCatalogue.map((medicine) => medicine.requiresPrescription)).size).toBe(2);
    expect(repeated(demoCatalogue.map(({ label }) => label))).toContain('Amoxicilline 500 mg, boîte de 16');
  });

  it('requires a prescription for every injection', () => {
    const free = demoCatalogue.filter(({ requiresPrescription }) => !requiresPrescription);
    expect(free.filter(({ form }) => form === 'injection')).toEqual([]);
  });
});

describe('zones', () => {
  it('are the 13 arrondissements with fees from 500 to 1 500 F in steps of 50', () => {
    const expected = Array.from(
      { length: 13 },
      (_, i) => `Cotonou – ${i === 0 ? '1er' : `${i + 1}e`} arrondissement`,
    );
    expect(demoZones.map(({ label }) => label)).toEqual(expected);
    expect(demoZones.filter(({ price }) => price < 500 || price > 1500 || price % 50 !== 0)).toEqual([]);
  });

  it('have distinct quarters', () => {
    const sectors = demoZones.flatMap((zone) => zone.sectors);
    expect(sectors).toHaveLength(166);
    expect(repeated(sectors.map((sector) => sector.toLowerCase()))).toEqual([]);
  });

  it('contain every delivery address', () => {
    const labels = demoZones.map(({ label }) => label);
    expect(demoAddresses.length).toBeGreaterThanOrEqual(12);
    expect(demoAddresses.filter(({ zone }) => !labels.includes(zone))).toEqual([]);
    expect(repeated(demoAddresses.map(({ address }) => address))).toEqual([]);
  });
});

describe('people', () => {
  it('have the documented accounts', () => {
    const staff = ['admin', 'superviseur', 'pharmacien', 'pharmacie', 'pharmacie2', 'livreur', 'livreur2'];
    for (const key of [...staff, 'docteur', 'docteur2']) {
      expect(people.get(key)).toMatchObject({ email: `${key}@amasin.demo`, active: true });
    }
    expect(people.get('customer1')).toMatchObject({ phone: '0197000001', type: 'customer', active: true });
    expect(people.get('customer2')).toMatchObject({ phone: '0197000002', type: 'customer', active: true });
    expect(people.get('docteur')?.verified).toBe(true);
    expect(people.get('docteur2')?.verified).toBe(false);
    expect(new Set(demoPeople.map(({ type }) => type)).size).toBe(7);
    expect(demoPeople.some(({ type, active }) => type === 'deliveryPerson' && !active)).toBe(true);
  });

  it('have distinct phones and e-mails', () => {
    expect(demoPeople.filter(({ phone }) => !/^01\d{8}$/.test(phone))).toEqual([]);
    expect(repeated(demoPeople.map(({ phone }) => phone))).toEqual([]);
    expect(repeated(demoPeople.flatMap(({ email }) => email ?? []))).toEqual([]);
    expect(repeated(demoPeople.map(({ key }) => key))).toEqual([]);
    expect(demoPeople.filter(({ type, email }) => type !== 'customer' && !email)).toEqual([]);
  });

  it('have both partner pharmacies in Cotonou', () => {
    const pharmacies = demoPeople.filter(({ type }) => type === 'pharmacy');
    expect(pharmacies).toHaveLength(2);
    for (const { isPartner, address, location } of pharmacies) {
      expect(isPartner).toBe(true);
      expect(address).toBeTruthy();
      expect(Math.abs((location?.lng ?? 0) - 2.42)).toBeLessThan(0.09);
      expect(Math.abs((location?.lat ?? 0) - 6.37)).toBeLessThan(0.04);
    }
  });

  it('have a title for every partner doctor', () => {
    expect(
      demoPeople.filter((p) => (p.type === 'partnerDoctor') !== (p.titrePartenaire !== undefined)),
    ).toEqual([]);
  });
});

describe('orders', () => {
  it('cover every state and every stage of assignment', () => {
    expect(ordersWhere((o) => o.state === 'pre-treatment' && !o.agent && !o.items.length)).toBeGreaterThan(0);
    expect(ordersWhere((o) => o.state === 'pre-treatment' && !!o.agent && !o.items.length)).toBeGreaterThan(
      0,
    );
    expect(ordersWhere((o) => o.state === 'pre-treatment' && o.items.length > 0)).toBeGreaterThan(0);
    expect(ordersWhere((o) => o.state === 'pending' && !o.pharmacy)).toBeGreaterThan(0);
    expect(ordersWhere((o) => o.state === 'pending' && !!o.pharmacy && !o.deliveryPerson)).toBeGreaterThan(0);
    expect(ordersWhere((o) => o.state === 'pending' && !!o.deliveryPerson)).toBeGreaterThan(0);
    for (const state of ['delivering', 'delivered', 'ended']) {
      expect(ordersWhere((o) => o.state === state)).toBeGreaterThan(0);
    }
  });

  it('are assigned to users of the right type, never to a courier without a pharmacy', () => {
    for (const order of demoOrders) {
      const { state, pharmacy, deliveryPerson, agent } = order;
      expect(people.get(order.customer)?.type).toBe('customer');
      if (pharmacy) expect(people.get(pharmacy)?.type).toBe('pharmacy');
      if (deliveryPerson) expect(people.get(deliveryPerson)?.type).toBe('deliveryPerson');
      if (agent) expect(people.get(agent)?.type).toBe('agent');
      if (deliveryPerson) expect(pharmacy).not.toBeNull();
      if (state === 'pre-treatment') expect(pharmacy).toBeNull();
      if (['delivering', 'delivered', 'ended'].includes(state)) expect(deliveryPerson).not.toBeNull();
      if (['pending', 'delivering'].includes(state) && deliveryPerson)
        expect(people.get(deliveryPerson)?.active).toBe(true);
    }
  });

  it('contain medicines of the catalogue, without prescription only those that need none', () => {
    for (const { kind, state, agent, items } of demoOrders) {
      for (const { label, form, quantity } of items) {
        const medicine = medicines.get(`${label}|${form}`);
        expect(medicine, label).toBeDefined();
        if (kind === 'direct') expect(medicine?.requiresPrescription, label).toBe(false);
        expect(Number.isInteger(quantity) && quantity > 0).toBe(true);
      }
      expect(repeated(items.map(({ label, form }) => `${label}|${form}`))).toEqual([]);
      if (state === 'pre-treatment') expect(kind).toBe('physical');
      else expect(items.length).toBeGreaterThan(0);
      expect(kind === 'physical' && items.length > 0 ? agent !== null : true).toBe(true);
      if (kind !== 'physical') expect(agent).toBeNull();
    }
  });

  it('have a known address and are sorted by date over the last 30 days', () => {
    const minutesAgo = demoOrders.map(({ daysAgo, minutesOfDay }) => daysAgo * 1440 - minutesOfDay);
    expect(minutesAgo).toEqual([...minutesAgo].sort((a, b) => b - a));
    for (const { daysAgo, minutesOfDay, addressIndex } of demoOrders) {
      expect(daysAgo >= 1 && daysAgo <= 30).toBe(true);
      expect(minutesOfDay >= 0 && minutesOfDay < 1440).toBe(true);
      expect(demoAddresses[addressIndex]).toBeDefined();
    }
  });
});

it('is written in NFC French with accents and typographic apostrophes', () => {
  const texts = [
    ...demoCatalogue.map(({ label }) => label),
    ...demoZones.flatMap(({ label, sectors }) => [label, ...sectors]),
    ...demoAddresses.map(({ address }) => address),
    ...demoPeople.flatMap(({ name, address }) => [name, address ?? '']),
    ...demoPlaces.flatMap(({ name, address }) => [name, address]),
  ];
  expect(texts.filter((text) => text !== text.normalize('NFC') || text !== text.trim())).toEqual([]);
  expect(texts.filter((text) => text.includes("'") || / {2}/.test(text))).toEqual([]);
  const unaccented =
    /\b(boite|sterile|unite|a cote|ecole|eglise|derriere|pres|deuxieme|paracetamol|acide ascorb)\b/i;
  expect(texts.filter((text) => unaccented.test(text))).toEqual([]);
  expect(texts.filter((text) => /[éèîàçôû]/.test(text)).length).toBeGreaterThan(texts.length / 2);
});
