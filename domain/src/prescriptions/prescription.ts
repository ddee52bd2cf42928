import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { id, moment, plainText, requiredText } from '../contract/text.ts';
import { orderItem } from '../orders/order.ts';
import { phone } from '../users/phone.ts';
import { prescriptionTypes } from './prescription-type.ts';
import { writtenItems } from './written-items.ts';

/** A prescription (WIRE.md). `total` is Σ price × quantity in FCFA; telephones only for those who may see them. */
export const prescription = z.object({
  _id: id,
  type: z.enum(prescriptionTypes),
  prescriptionNumber: z.string(),
  /** Masked for a customer whose telephone is not the patient's. */
  patientName: z.string(),
  patientPhone: z.string().optional(),
  prescriptorName: z.string(),
  prescriptorPhone: z.string().optional(),
  items: z.array(orderItem),
  /** Key of the file; null where there is none, or none for this reader. */
  url: z.string().nullable(),
  used: z.boolean(),
  /** The order that used it, for staff and its customer; null for everybody else. */
  usedBy: id.nullable(),
  /** Whether the prescriber has been verified (RULES 23). */
  verified: z.boolean(),
  createdAt: moment,
  total: fcfaSum,
});

export type Prescription = z.output<typeof prescription>;

const patientName = requiredText('Nom du patient requis', 120);
const patientPhone = phone('Téléphone du patient requis');
const items = writtenItems('Ajouter au moins un médicament');
const url = plainText(300).nullish();

/** Body of POST /prescriptions. Who prescribes is the caller, whatever a body says (F12). */
export const newPrescription = z.object({
  type: z.enum(prescriptionTypes, { error: 'Type d’ordonnance inconnu' }).default('numerical'),
  /** The client's own number: kept as the author's reference, never the prescription's number (RULES 17). */
  prescriptionNumber: plainText(60).nullish(),
  patientName,
  patientPhone,
  items,
  url,
});

/** Body of PUT /prescriptions/{id}: what is left out stays. An agent or a supervisor changes items only. */
export const prescriptionChange = z.object({
  patientName: patientName.optional(),
  patientPhone: patientPhone.optional(),
  items: items.optional(),
  url,
});
