import { describe, expect, it } from 'vitest';
import {
  minutesOf,
  readAddresses,
  readChats,
  readMedications,
  readOrders,
  readPeople,
  readPlaces,
  readPrescriptions,
  readZones,
} from './tables.ts';

const catalogue = readMedications();
const zones = readZones();
const places = readPlaces();
const persons = readPeople();
const addresses = readAddresses();
const orders = readOrders();
const prescriptions = readPrescriptions();
const medicines = new Map(catalogue.map((medicine) => [`${medicine.label}|${medicine.form}`, medicine]));
const people = new Map(persons.map((person) => [person.key, person]));
const repeated = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i);
const ordersWhere = (test: (order: (typeof orders)[number]) => boolean) => orders.filter(test).length;

describe('catalogue', () => {
  it('has at least 150 medicines, each label and form once', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(150);
    expect(repeated(catalogue.map(({ label, form }) => `${label}|${form}`))).toEqual([]);
  });

  it('has prices in multiples of 5 FCFA', () => {
    expect(catalogue.filter(({ price }) => price < 50 || price > 50_000 || price % 5 !== 0)).toEqual([]);
  });

  it('has every form, medicines with and without prescription, and one label in two forms', () => {
    expect(new Set(catalogue.map(({ form }) => form)).size).toBe(7);
    expect(new Set(catalogue.map((medicine) => medicine.requiresPrescription)).size).toBe(2);
    expect(repeated(catalogue.map(({ label }) => label))).toContain('Amoxicilline 500 mg, boîte de 16');
  });

  it('requires a prescription for every injection', () => {
    const direct = catalogue.filter(({ requiresPrescription }) => !requiresPrescription);
    expect(direct.filter(({ form }) => form === 'injection')).toEqual([]);
  });
});

describe('zones', () => {
  it('are the 13 arrondissements with fees from 500 to 1 500 F in steps of 50', () => {
    const expected = Array.from(
      { length: 13 },
      (_, i) => `Cotonou – ${i === 0 ? '1er' : `${i + 1}e`} arrondissement`,
    );
    expect(zones.map(({ label }) => label)).toEqual(expected);
    expect(zones.filter(({ price }) => price < 500 || price > 1500 || price % 50 !== 0)).toEqual([]);
  });

  it('have distinct sectors', () => {
    const sectors = zones.flatMap((zone) => zone.sectors);
    expect(sectors).toHaveLength(166);
    expect(repeated(sectors.map((sector) => sector.toLowerCase()))).toEqual([]);
  });

  it('contain every delivery address', () => {
    const labels = zones.map(({ label }) => label);
    expect(addresses.length).toBeGreaterThanOrEqual(12);
    expect(addresses.filter(({ zone }) => !labels.includes(zone))).toEqual([]);
    expect(repeated(addresses.map(({ address }) => address))).toEqual([]);
    expect(repeated(addresses.map(({ key }) => key))).toEqual([]);
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
    expect(new Set(persons.map(({ type }) => type)).size).toBe(7);
    expect(persons.some(({ type, active }) => type === 'deliveryPerson' && !active)).toBe(true);
  });

  it('have distinct phones and e-mails', () => {
    expect(persons.filter(({ phone }) => !/^01\d{8}$/.test(phone))).toEqual([]);
    expect(repeated(persons.map(({ phone }) => phone))).toEqual([]);
    expect(repeated(persons.flatMap(({ email }) => email ?? []))).toEqual([]);
    expect(repeated(persons.map(({ key }) => key))).toEqual([]);
    expect(persons.filter(({ type, email }) => type !== 'customer' && !email)).toEqual([]);
  });

  it('have both partner pharmacies in Cotonou', () => {
    const pharmacies = persons.filter(({ type }) => type === 'pharmacy');
    expect(pharmacies).toHaveLength(2);
    for (const { isPartner, address, latitude, longitude } of pharmacies) {
      expect(isPartner).toBe(true);
      expect(address).toBeTruthy();
      expect(Math.abs((longitude ?? 0) - 2.42)).toBeLessThan(0.09);
      expect(Math.abs((latitude ?? 0) - 6.37)).toBeLessThan(0.04);
    }
  });

  it('have a title if and only if they are partner doctors', () => {
    expect(persons.filter((p) => (p.type === 'partnerDoctor') !== (p.titrePartenaire !== null))).toEqual([]);
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

  it('are assigned to users of the right type, and to a courier only when they have a pharmacy', () => {
    for (const order of orders) {
      const { state, pharmacy, deliveryPerson, agent, kind, prescriber } = order;
      expect(prescriber !== null).toBe(kind === 'coded');
      if (prescriber) expect(people.get(prescriber)?.type).toBe('partnerDoctor');
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

  it('contain catalogue medicines; direct orders contain only those that need no prescription', () => {
    for (const { kind, state, agent, items } of orders) {
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

  it('have an address from the address table, are from the last 30 days, and are sorted oldest first', () => {
    const ages = orders.map(
      ({ daysAgo = 0, time = '00:00', minutesAgo }) => minutesAgo ?? daysAgo * 1440 + 1440 - minutesOf(time),
    );
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
    const keys = addresses.map(({ key }) => key);
    for (const { daysAgo = 1, address } of orders) {
      expect(daysAgo >= 1 && daysAgo <= 30).toBe(true);
      expect(keys).toContain(address);
    }
  });
});

it('has prescriptions by partner doctors, with medicines from the catalogue', () => {
  expect(prescriptions.length).toBeGreaterThan(0);
  for (const { author, items } of prescriptions) {
    expect(people.get(author)?.type).toBe('partnerDoctor');
    expect(items.length).toBeGreaterThan(0);
    for (const { label, form } of items) expect(medicines.has(`${label}|${form}`), label).toBe(true);
  }
});

it('has consultations in every state, of customers with doctors, oldest first', () => {
  const chats = readChats();
  expect(new Set(chats.map(({ status }) => status))).toEqual(new Set(['pending', 'active', 'completed']));
  for (const { patient, doctor, status, messages } of chats) {
    expect(people.get(patient)?.type).toBe('customer');
    expect(doctor === null).toBe(status === 'pending');
    if (doctor !== null) expect(people.get(doctor)?.type).toBe('partnerDoctor');
    expect(messages[0]?.by).toBe('patient');
    if (status === 'pending') expect(messages).toHaveLength(1);
  }
  const ages = chats.map(({ minutesAgo }) => minutesAgo);
  expect(ages).toEqual([...ages].sort((a, b) => b - a));
});

it('is written in NFC French with accents and typographic apostrophes', () => {
  const texts = [
    ...catalogue.map(({ label }) => label),
    ...zones.flatMap(({ label, sectors }) => [label, ...sectors]),
    ...addresses.map(({ address }) => address),
    ...persons.flatMap(({ name, address }) => [name, address ?? '']),
    ...places.flatMap(({ name, address }) => [name, address ?? '']),
    ...readChats().flatMap(({ messages }) => messages.map(({ content }) => content)),
  ];
  expect(texts.filter((text) => text !== text.normalize('NFC') || text !== text.trim())).toEqual([]);
  expect(texts.filter((text) => text.includes("'") || / {2}/.test(text))).toEqual([]);
  const unaccented =
    /\b(boite|sterile|unite|a cote|ecole|eglise|derriere|pres|deuxieme|paracetamol|acide ascorb)\b/i;
  expect(texts.filter((text) => unaccented.test(text))).toEqual([]);
  expect(texts.filter((text) => /[éèîàçôû]/.test(text)).length).toBeGreaterThan(texts.length / 2);
});
