import { z } from 'zod';
import { addressText } from '../addresses/address.ts';
import { isDay } from '../contract/dates.ts';
import { id, plainText, requiredText } from '../contract/text.ts';
import { instructions } from '../medications/instructions.ts';
import { REPEAT_DAYS_MAX, REPEATS_MAX } from '../prescriptions/line.ts';
import { fixedReasons } from './substitution.ts';

const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';
const quantity = z.int({ error: QUANTITY }).min(1, QUANTITY).max(999, QUANTITY);

/**
 * One item of an order as a client sends it: a medicine by id, or by label and form (rule 3). `price` is only compared
 * with the catalogue's.
 */
const draftItem = z
  .object({
    medicationId: id.nullish(),
    label: plainText(200).nullish(),
    form: plainText(40).nullish(),
    quantity,
    price: z.number().nullish(),
  })
  .refine((item) => Boolean(item.medicationId) || Boolean(item.label), {
    path: ['label'],
    message: 'Médicament requis',
  });

export type DraftItem = z.output<typeof draftItem>;

const REPEATS = `Nombre de renouvellements invalide (de 0 à ${REPEATS_MAX})`;
const REPEAT_DAYS = `Intervalle invalide (de 1 à ${REPEAT_DAYS_MAX} jours)`;

/** How a line of a prescription may be given (rules 52 and 54). */
const giving = {
  /** How often it is given again after the first time. */
  repeats: z.int({ error: REPEATS }).min(0, REPEATS).max(REPEATS_MAX, REPEATS).nullish(),
  /** Days from one time to the next. */
  repeatDays: z.int({ error: REPEAT_DAYS }).min(1, REPEAT_DAYS).max(REPEAT_DAYS_MAX, REPEAT_DAYS).nullish(),
  /** From this day on it is no longer given; without one the house's usual end. */
  deliverBefore: z.string().refine(isDay, 'Date invalide').nullish(),
  /** The customer may take fewer boxes than are prescribed. */
  maySplit: z.boolean().nullish(),
  /** Why no other medicine may be given instead (rule 53). */
  fixedReason: z.enum(fixedReasons, { error: 'Raison inconnue' }).nullish(),
};

/** An item that a pharmacist or a prescriber writes. Customers write no instructions. */
const prescribedItem = draftItem
  .safeExtend({ ...instructions.shape, ...giving })
  .refine(({ repeats, repeatDays }) => !repeatDays || (repeats ?? 0) > 0, {
    path: ['repeatDays'],
    message: 'Un intervalle demande au moins un renouvellement',
  });

export type PrescribedItem = z.output<typeof prescribedItem>;

/**
 * The items that a pharmacist or a prescriber enters. Lines without a label, a quantity or a price above 0 are dropped;
 * `emptyMessage` is the error if no line is left.
 */
export function prescribedItems(emptyMessage: string) {
  return z
    .array(z.unknown(), { error: emptyMessage })
    .transform((lines) => lines.filter(isFilledIn))
    .pipe(z.array(prescribedItem).min(1, emptyMessage).max(100, '100 lignes maximum'));
}

function isFilledIn(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { label, medicationId, quantity, price } = line as Record<string, unknown>;
  const named = typeof medicationId === 'string' || (typeof label === 'string' && label.trim() !== '');
  return named && quantity != null && !isZeroOrLess(quantity) && !isZeroOrLess(price);
}

const isZeroOrLess = (value: unknown): boolean => typeof value === 'number' && value <= 0;

const NO_MEDICINE = 'Veuillez ajouter au moins un médicament';
const NO_FILE = 'Veuillez uploader votre ordonnance';
const NO_NUMBER = "Veuillez entrer un numéro d'ordonnance valide";

const numerical = z.literal('numerical').default('numerical');

const withoutPrescription = z.object({
  type: numerical,
  items: z.array(draftItem, { error: NO_MEDICINE }).min(1, NO_MEDICINE).max(100, '100 lignes maximum'),
});
const photographed = z.object({ type: z.literal('physical'), url: requiredText(NO_FILE, 300) });
/** The fields by which a customer takes a part of a prescription; the prescription does not change. */
export const choice = {
  /** Medicines of the prescription that the customer does not take. */
  leftOut: z.array(id).max(200).optional(),
  /** Boxes of a medicine that may be split, of which she takes a part. */
  quantities: z
    .array(z.object({ medicationId: id, quantity }))
    .max(200)
    .optional(),
};

const byNumber = z.object({
  type: numerical,
  prescriptionNumber: requiredText(NO_NUMBER, 40),
  ...choice,
});

export type DraftPrescription =
  | z.output<typeof withoutPrescription>
  | z.output<typeof photographed>
  | z.output<typeof byNumber>;

/** Parses a value with the schema that `choose` picks for it, so that each variant has its own messages. */
function parseWith<Parsed>(
  choose: (sent: Record<string, unknown>) => z.ZodType<Parsed>,
  value: unknown,
  ctx: z.RefinementCtx,
) {
  const sent = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  // Clients send null for fields that they do not use.
  const used = Object.fromEntries(Object.entries(sent).filter(([, part]) => part != null));
  const parsed = choose(sent).safeParse(used);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues)
    ctx.addIssue({ code: 'custom', message, path, input: value });
  return z.NEVER;
}

/** The three ways of ordering: without a prescription, with a photograph of one, or with the code of one. */
const draftPrescription = z
  .unknown()
  .transform((value, ctx) =>
    parseWith<DraftPrescription>(
      (sent) => (sent.type === 'physical' ? photographed : hasNumber(sent) ? byNumber : withoutPrescription),
      value,
      ctx,
    ),
  )
  .meta({
    description:
      'Sans ordonnance (items), ordonnance photographiée (url), ou code d’une ordonnance numérique (prescriptionNumber).',
    type: 'object',
    examples: [
      {
        type: 'numerical',
        items: [{ label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', quantity: 2 }],
      },
      { type: 'physical', url: 'clé rendue par /upload' },
      { type: 'numerical', prescriptionNumber: 'ORD-00000000' },
    ],
  });

// A client may send both `items` and `prescriptionNumber`, with null in the one that it does not use.
const hasNumber = (sent: Record<string, unknown>) =>
  'prescriptionNumber' in sent && (sent.prescriptionNumber != null || sent.items == null);

const ZONE_REQUIRED = 'Zone requise';

/** Fields shared by POST /orders and `order` of POST /payments. */
const draftFields = {
  prescription: draftPrescription,
  /** Id or unique label of the zone. */
  deliveryZone: requiredText(ZONE_REQUIRED, 120, ZONE_REQUIRED),
  deliveryAddress: addressText,
  insuranceCard: id.nullable().optional(),
  /** A wish, not a condition: a pharmacy that cannot be assigned is ignored. */
  wishedPharmacy: id.nullable().optional(),
  /** It is compared with the server's total, never stored. */
  finalAmount: z.number().nullable().optional(),
};

export const orderDraft = z.object(draftFields);

export type OrderDraft = z.output<typeof orderDraft>;

/** Body of POST /orders: the draft and, once paid, the `transactionId` of its payment. */
export const placeOrderBody = z.object({
  ...draftFields,
  transactionId: plainText(100).nullable().optional(),
});

/** Body of PUT /orders/{id}: a payment (customer), or the items (pharmacist, supervisor). */
export const changeOrderBody = z.object({
  transactionId: plainText(100).nullish(),
  state: plainText(40).nullish(),
  finalAmount: z.number().nullish(),
  /** Parsed by `prescriptionBody` for supervisors and in-house pharmacists; ignored for customers. */
  prescription: z
    .unknown()
    .meta({
      description:
        'Les médicaments lus sur l’ordonnance, ou une ordonnance numérique par son numéro ou son identifiant (pharmacien, superviseur).',
      type: 'object',
      examples: [
        { type: 'numerical', items: [{ label: 'Zinc 20 mg', form: 'tablet', quantity: 2, price: 900 }] },
      ],
    })
    .optional(),
});

const NO_VALID_ITEM = 'Ajoutez au moins un médicament valide';

const digitized = z.object({
  type: z.literal('numerical', { error: NO_VALID_ITEM }).default('numerical'),
  items: prescribedItems(NO_VALID_ITEM),
});
const attachedByNumber = z.object({ prescriptionNumber: requiredText(NO_NUMBER, 40) });
const attachedById = z.object({ _id: id });

/**
 * `prescription` of PUT /orders/{id}, sent by a pharmacist or a supervisor: the items read from the photograph, or an
 * existing digital prescription by its number or its id (the id as a plain string or as `{ _id }`).
 */
export const prescriptionBody = z.unknown().transform((value, ctx) =>
  parseWith<PrescriptionBody>(
    (sent) => {
      if (sent.items != null) return digitized;
      if (sent.prescriptionNumber != null) return attachedByNumber;
      return sent._id != null ? attachedById : digitized;
    },
    typeof value === 'string' ? { _id: value } : value,
    ctx,
  ),
);

export type PrescriptionBody =
  | z.output<typeof digitized>
  | z.output<typeof attachedByNumber>
  | z.output<typeof attachedById>;
