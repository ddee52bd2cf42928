import { join } from 'node:path';
import { chatStatuses } from '@amasin/domain/consultations/lifecycle.ts';
import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { medicationForms } from '@amasin/domain/medications/form.ts';
import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { partnerTitles } from '@amasin/domain/users/user.ts';
import { z } from 'zod';
import { readLine as readMedication } from '../medications/import.ts';
import { readLine as readPlace } from '../pharmacies/import.ts';
import { readLine as readZone } from '../zones/import.ts';
import { importedRow, readTable } from './read-table.ts';

const text = z.string();
const textOrNull = text.nullable().default(null);
const degreesOrNull = z.coerce.number().nullable().default(null);
const yesOrNo = z.stringbool({ truthy: ['yes'], falsy: ['no'] });
const form = z.enum(medicationForms);
const atLeastOne = z.coerce.number().int().min(1);

/**
 * Nearly all have the common names of their substances; the others are the usual brands of some of them. Prices are
 * invented, but typical for Cotonou. Which of them require a prescription is a cautious choice without legal force.
 */
const medication = importedRow(readMedication, 'price', 'requiresPrescription');

/**
 * The 13 arrondissements and their sectors. Two names exist in two arrondissements (Gbènonkpo, Missité);
 * there, the arrondissement follows in brackets to make the name unique. Fees are invented: they increase
 * with the distance from the centre.
 */
const zone = importedRow(readZone, 'price');

/** Invented pharmacies without account. */
const place = importedRow(readPlace);

/** Invented users and pharmacies. The keys of staff are the local parts of their e-mails. */
const person = z.strictObject({
  /** Name of this user in the other tables. */
  key: text,
  name: text,
  type: z.enum(userTypes),
  /** In local form, without +229; normalised like form input. */
  phone: text,
  email: textOrNull,
  active: yesOrNo,
  isPartner: yesOrNo,
  onDuty: yesOrNo,
  verified: yesOrNo,
  titrePartenaire: z.enum(partnerTitles).nullable().default(null),
  latitude: degreesOrNull,
  longitude: degreesOrNull,
  address: textOrNull,
  licenceNumber: textOrNull,
  /** A pharmacy’s authorisation lasts five years and ends after this many days. */
  licenceDaysLeft: atLeastOne.optional(),
});

/** Delivery addresses of the orders, by landmarks, as is usual in Cotonou. */
const address = z.strictObject({ key: text, /** The label of a zone. */ zone: text, address: text });

/** « 2 × Paracétamol 500 mg, boîte de 16 (tablet) » */
const ITEM = /^(?<quantity>\d+) × (?<label>.+) \((?<form>\w+)\)$/;

const item = z.preprocess(
  (written: string) => ITEM.exec(written)?.groups,
  z.object({ label: text, form, quantity: atLeastOne }, '« 2 × label (form) » expected'),
);

/** Items separated by bars. */
const items = text
  .default('')
  .transform((written) => (written === '' ? [] : written.split(' | ')))
  .pipe(z.array(item));

/** Oldest first, so that order numbers follow the dates. People are given by their keys. */
const order = z
  .strictObject({
    /** At least 1: an order of today could be in the future at the first start. */
    daysAgo: atLeastOne.optional(),
    /** Africa/Porto-Novo. */
    time: z.iso.time({ precision: -1 }).optional(),
    /** Instead of a day and a time: an order that somebody still waits for. */
    minutesAgo: atLeastOne.optional(),
    customer: text,
    /** Physical: by photograph, items written by the agent. Coded: with a prescriber's prescription. */
    kind: z.enum(['direct', 'physical', 'coded']),
    /** Author of the prescription of a coded order. */
    prescriber: textOrNull,
    state: z.enum(orderStates),
    agent: textOrNull,
    pharmacy: textOrNull,
    deliveryPerson: textOrNull,
    /** The key of an address. */
    address: text,
    /** Empty until the agent has read the prescription. */
    items,
  })
  .refine(({ daysAgo, time, minutesAgo }) =>
    minutesAgo === undefined ? daysAgo && time : !daysAgo && !time,
  );

/** Written by prescribers and not yet ordered, oldest first. */
const prescription = z.strictObject({
  daysAgo: atLeastOne,
  author: text,
  patientName: text,
  /** The phone of a demo customer or of another patient. */
  patientPhone: text,
  items,
});

/** « patient: Bonjour docteur » */
const MESSAGE = /^(?<by>patient|doctor): (?<content>.+)$/;

const message = z.preprocess(
  (written: string) => MESSAGE.exec(written)?.groups,
  z.object({ by: z.enum(['patient', 'doctor']), content: text }, '« patient: text » expected'),
);

/** Oldest first. People are given by their keys. */
const chat = z.strictObject({
  minutesAgo: z.coerce.number().int().min(20),
  patient: text,
  /** Empty for a request that no doctor has accepted. */
  doctor: textOrNull,
  status: z.enum(chatStatuses),
  /** Separated by bars; the first is the request. */
  messages: text.transform((written) => written.split(' | ')).pipe(z.array(message)),
});

export type DemoChat = z.output<typeof chat>;
export type DemoItem = z.output<typeof item>;
export type DemoOrder = z.output<typeof order>;
export type DemoPrescription = z.output<typeof prescription>;

const read = <T>(name: string, row: z.ZodType<T>) => readTable(join(import.meta.dirname, 'csv', name), row);

export const readMedications = () => read('medications.csv', medication);
export const readZones = () => read('zones.csv', zone);
export const readPlaces = () => read('places.csv', place);
export const readPeople = () => read('people.csv', person);
export const readAddresses = () => read('addresses.csv', address);
export const readOrders = () => read('orders.csv', order);
export const readPrescriptions = () => read('prescriptions.csv', prescription);
export const readChats = () => read('consultations.csv', chat);

export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}
