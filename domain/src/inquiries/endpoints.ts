import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { id, moment, optionalText } from '../contract/text.ts';
import { medicationForms } from '../medications/form.ts';
import { equivalent, order } from '../orders/order.ts';
import { BOX_NOTE_MAX, inquiryStates, lineAnswers } from './inquiry.ts';

const endpoint = endpointsTagged('Demandes aux pharmacies');

/** A line that a pharmacy is asked about. */
const inquiryLine = z.object({
  medicationId: id,
  label: z.string(),
  form: z.enum(medicationForms),
  quantity: z.int(),
  /** Our price a box, FCFA. */
  price: fcfa,
  /** How the server knows that it is there: from the pharmacy’s list, or from an answer of the last hours. Absent when the pharmacy has to look. */
  known: z.enum(['list', 'confirmed']).optional(),
  answer: z.enum(lineAnswers).nullable(),
  /** The other box or medicine, with the pharmacy’s price of a box, FCFA. Absent when the line is there as it was ordered. */
  offered: z
    .object({ medicationId: id, label: z.string(), form: z.enum(medicationForms), price: fcfa })
    .optional(),
  /** Which other box. */
  note: z.string().optional(),
  /** The prescriber forbids another medicine. */
  isFixed: z.boolean(),
});

export type InquiryLine = z.output<typeof inquiryLine>;

/** What a pharmacy is asked before an order is paid. It does not receive the customer’s name, telephone or address, only the zone. */
export const inquiry = z.object({
  _id: id,
  orderNumber: z.string(),
  zone: z.string(),
  state: z.enum(inquiryStates),
  askedAt: moment,
  /** Somebody has opened it, and it does not ring any more; null before. */
  seenAt: moment.nullable(),
  /** Until then the next pharmacy is not asked; null where it is not waited for. */
  nextAt: moment.nullable(),
  /** Until when the pharmacy keeps the boxes; null before it has answered. */
  heldUntil: moment.nullable(),
  lines: z.array(inquiryLine),
});

export type Inquiry = z.output<typeof inquiry>;

const answered = z.object({ inquiry });

const PRICE = 'Prix invalide';

const answerBody = z.object({
  lines: z
    .array(
      z
        .object({
          medicationId: id,
          answer: z.enum(lineAnswers, { error: 'Réponse inconnue' }).nullable(),
          /** The pharmacy’s price a box, FCFA; our price without one. */
          price: z.int({ error: PRICE }).min(1, PRICE).max(2_000_000_000, PRICE).nullish(),
          /** The medicine that is given, with `equivalent`. */
          offeredId: id.nullish(),
          note: optionalText(BOX_NOTE_MAX),
        })
        .refine(({ answer, price, note }) => answer !== 'other' || price != null || note !== null, {
          message: 'Indiquez la boîte ou le prix',
          path: ['price'],
        })
        .refine(({ answer, offeredId }) => answer !== 'equivalent' || offeredId != null, {
          message: 'Choisissez l’équivalent',
          path: ['offeredId'],
        }),
    )
    .max(100, '100 lignes maximum'),
  /** All lines are answered, and the customer may pay; before, she sees it filling in. */
  done: z.boolean({ error: 'Indiquez si la réponse est finie' }),
});

const orderAnswer = z.object({ order });

export const inquiryEndpoints = {
  listInquiries: endpoint('GET', '/inquiries', {
    summary: 'Ce que l’on demande à la pharmacie avant qu’une commande soit payée, et ce qu’elle garde',
    allow: ['pharmacy'],
    responses: { 200: z.object({ inquiries: z.array(inquiry), total }) },
  }),
  seeInquiry: endpoint('POST', '/inquiries/{id}/seen', {
    summary: 'Dire que l’on a vu une demande : elle ne sonne plus',
    allow: ['pharmacy'],
    params: idParams,
    responses: { 200: answered },
  }),
  answerInquiry: endpoint('PUT', '/inquiries/{id}', {
    summary: 'Répondre ligne par ligne à une demande ; les lignes sans réponse restent comme elles sont',
    allow: ['pharmacy'],
    params: idParams,
    body: answerBody,
    responses: { 200: answered },
  }),
  listOffers: endpoint('GET', '/inquiries/{id}/equivalents', {
    summary: 'Les médicaments du catalogue de même substance, dosage, forme et voie qu’une ligne demandée',
    allow: ['pharmacy'],
    params: idParams,
    query: z.object({ medicationId: id }),
    responses: { 200: z.object({ equivalents: z.array(equivalent), total }) },
  }),
  takeOffer: endpoint('POST', '/orders/{id}/offer', {
    summary: 'Accepter ce qu’une pharmacie a de la commande, à ses prix ; le reste en est retiré',
    allow: ['customer'],
    params: idParams,
    body: z.object({
      inquiryId: id,
      /** The total that was read; another one is refused. */
      total: z.number().nullish(),
    }),
    responses: { 200: orderAnswer },
  }),
  askPharmacies: endpoint('POST', '/orders/{id}/inquiry', {
    summary: 'Demander de nouveau aux pharmacies, ou à d’autres que celle qui a répondu',
    allow: ['customer'],
    params: idParams,
    /** The answer that the customer does not want. */
    body: z.object({ declined: id.nullish() }),
    responses: { 200: orderAnswer },
  }),
};
