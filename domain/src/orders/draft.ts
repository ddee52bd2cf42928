import { z } from 'zod';
import { id, plainText, requiredText } from '../contract/text.ts';

const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';
const NO_MEDICINE = 'Veuillez ajouter au moins un médicament';
const NO_FILE = 'Veuillez uploader votre ordonnance';
const NO_NUMBER = "Veuillez entrer un numéro d'ordonnance valide";

/**
 * One line of an order as a browser sends it: a medicine by id, or by label and form (RULES 3). `price` is compared
 * with the catalogue's, never believed.
 */
export const draftItem = z
  .object({
    medicationId: id.nullish(),
    label: plainText(200).nullish(),
    form: plainText(40).nullish(),
    quantity: z.int({ error: QUANTITY }).min(1, QUANTITY).max(999, QUANTITY),
    price: z.number().nullish(),
  })
  .refine((item) => Boolean(item.medicationId) || Boolean(item.label), {
    path: ['label'],
    message: 'Médicament requis',
  });

export type DraftItem = z.output<typeof draftItem>;

const withoutPrescription = z.object({
  type: z.literal('numerical'),
  items: z.array(draftItem, { error: NO_MEDICINE }).min(1, NO_MEDICINE).max(100, '100 lignes maximum'),
});
const photographed = z.object({ type: z.literal('physical'), url: requiredText(NO_FILE, 300) });
const coded = z.object({ type: z.literal('numerical'), prescriptionNumber: requiredText(NO_NUMBER, 40) });

export type DraftPrescription =
  | z.output<typeof withoutPrescription>
  | z.output<typeof photographed>
  | z.output<typeof coded>;

/** The three ways of ordering (SPEC 7). Chosen by what is there, so that each way has its own message. */
const draftPrescription = z
  .unknown()
  .transform((value, ctx): DraftPrescription => {
    const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const schema = given.type === 'physical' ? photographed : isCoded(given) ? coded : withoutPrescription;
    const parsed = schema.safeParse({ ...given, type: given.type ?? 'numerical' });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      ctx.issues.push({ code: 'custom', message: issue.message, path: issue.path, input: value });
    }
    return z.NEVER;
  })
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

// A form that holds both ways empties the one that is not meant.
const isCoded = (given: Record<string, unknown>) =>
  'prescriptionNumber' in given && (given.prescriptionNumber != null || given.items == null);

const ZONE_REQUIRED = 'Zone requise';

/** What a customer asks for: body of POST /orders and, as `order`, of POST /payments. */
const draftFields = {
  prescription: draftPrescription,
  /** Id or unique label of the zone (F3). */
  deliveryZone: requiredText(ZONE_REQUIRED, 120, ZONE_REQUIRED),
  deliveryAddress: requiredText('Adresse requise', 300, 'Adresse trop longue (300 caractères maximum)'),
  insuranceCard: id.nullable().optional(),
  /** Compared with the server's total, never stored (F1). */
  finalAmount: z.number().nullable().optional(),
};

export const orderDraft = z.object(draftFields);

export type OrderDraft = z.output<typeof orderDraft>;

/** Body of POST /orders: the draft and, once paid, the transaction that froze it. */
export const placeOrderBody = z.object({
  ...draftFields,
  transactionId: plainText(100).nullable().optional(),
});

/** Items as a pharmacist writes them; lines without label, quantity or price above 0 are dropped first (SPEC 5). */
const prescriptionItems = z
  .array(z.unknown(), { error: 'Ajoutez au moins un médicament valide' })
  .transform((lines) => lines.filter(isWorthKeeping))
  .pipe(z.array(draftItem).min(1, 'Ajoutez au moins un médicament valide').max(100, '100 lignes maximum'));

function isWorthKeeping(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { label, medicationId, quantity, price } = line as Record<string, unknown>;
  const named = typeof medicationId === 'string' || (typeof label === 'string' && label.trim() !== '');
  return named && quantity != null && !isZeroOrLess(quantity) && !isZeroOrLess(price);
}

const isZeroOrLess = (value: unknown): boolean => typeof value === 'number' && value <= 0;

/** Body of PUT /orders/{id}: to pay (customer), or to write the items (pharmacist, supervisor). */
export const changeOrderBody = z.object({
  transactionId: plainText(100).nullish(),
  state: plainText(40).nullish(),
  finalAmount: z.number().nullish(),
  /** `writtenPrescription` for those who may write one; whatever a customer puts here is ignored (csv 19). */
  prescription: z
    .unknown()
    .meta({
      description: 'Les médicaments lus sur l’ordonnance (pharmacien, superviseur).',
      type: 'object',
      examples: [
        { type: 'numerical', items: [{ label: 'Zinc 20 mg', form: 'tablet', quantity: 2, price: 900 }] },
      ],
    })
    .optional(),
});

/** What a pharmacist or a supervisor sends as `prescription` to PUT /orders/{id}. */
export const writtenPrescription = z.object({
  type: z.literal('numerical', { error: 'Ajoutez au moins un médicament valide' }).default('numerical'),
  items: prescriptionItems,
});
