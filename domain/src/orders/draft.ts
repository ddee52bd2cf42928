import { z } from 'zod';
import { id, plainText, requiredText } from '../contract/text.ts';
import { draftItem, prescribedItems } from './draft-item.ts';

const NO_MEDICINE = 'Veuillez ajouter au moins un médicament';
const NO_FILE = 'Veuillez uploader votre ordonnance';
const NO_NUMBER = "Veuillez entrer un numéro d'ordonnance valide";

const numerical = z.literal('numerical').default('numerical');

const withoutPrescription = z.object({
  type: numerical,
  items: z.array(draftItem, { error: NO_MEDICINE }).min(1, NO_MEDICINE).max(100, '100 lignes maximum'),
});
const photographed = z.object({ type: z.literal('physical'), url: requiredText(NO_FILE, 300) });
const coded = z.object({ type: numerical, prescriptionNumber: requiredText(NO_NUMBER, 40) });

export type DraftPrescription =
  | z.output<typeof withoutPrescription>
  | z.output<typeof photographed>
  | z.output<typeof coded>;

/** Reads a value by the schema that fits it, chosen by what is there, so that each way has its own messages. */
function readBy<Read>(
  choose: (given: Record<string, unknown>) => z.ZodType<Read>,
  value: unknown,
  ctx: z.RefinementCtx,
) {
  const sent = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  // A null stands for what is not meant.
  const given = Object.fromEntries(Object.entries(sent).filter(([, part]) => part != null));
  const parsed = choose(sent).safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues)
    ctx.addIssue({ code: 'custom', message, path, input: value });
  return z.NEVER;
}

/** The three ways of ordering (SPEC 7). */
const draftPrescription = z
  .unknown()
  .transform((value, ctx) =>
    readBy<DraftPrescription>(
      (given) => (given.type === 'physical' ? photographed : isCoded(given) ? coded : withoutPrescription),
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

/** Body of PUT /orders/{id}: to pay (customer), or to write the items (pharmacist, supervisor). */
export const changeOrderBody = z.object({
  transactionId: plainText(100).nullish(),
  state: plainText(40).nullish(),
  finalAmount: z.number().nullish(),
  /** `prescriptionBody` for those who may write one; whatever a customer puts here is ignored (csv 19). */
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

const digitised = z.object({
  type: z.literal('numerical', { error: NO_VALID_ITEM }).default('numerical'),
  items: prescribedItems(NO_VALID_ITEM),
});
const attachedByNumber = z.object({ prescriptionNumber: requiredText(NO_NUMBER, 40) });
const attachedById = z.object({ _id: id });

/**
 * What a pharmacist or a supervisor sends as `prescription` to PUT /orders/{id}: the items read on the photograph, or a
 * digital prescription that exists, by its number or its id (a bare one, or `{ _id }`).
 */
export const prescriptionBody = z.unknown().transform((value, ctx) =>
  readBy<PrescriptionBody>(
    (given) => {
      if (given.items != null) return digitised;
      if (given.prescriptionNumber != null) return attachedByNumber;
      return given._id != null ? attachedById : digitised;
    },
    typeof value === 'string' ? { _id: value } : value,
    ctx,
  ),
);

export type PrescriptionBody =
  | z.output<typeof digitised>
  | z.output<typeof attachedByNumber>
  | z.output<typeof attachedById>;
