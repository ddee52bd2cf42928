import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { dateRange } from '../contract/dates.ts';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { id, moment, optionalText, plainText, requiredText } from '../contract/text.ts';
import { uploadedFile } from '../files/endpoints.ts';
import { phone } from '../users/contact.ts';
import { orderAgain } from './again.ts';
import { batchNumber, expiryDay } from './batch.ts';
import { caller } from './caller.ts';
import { changeOrderBody, choice, placeOrderBody } from './draft.ts';
import { HANDOVER_CODE_EXPECTED, readHandoverCode, unprovenReasons } from './handover.ts';
import { orderStates } from './lifecycle.ts';
import { equivalent, order, orderCandidate, substitutionToAnswer, timelineLine } from './order.ts';
import {
  CANCEL_NOTE_MAX,
  cancelDeclines,
  cancelRequestReasons,
  concernsLine,
  medicinePlaces,
  photoProblems,
  problemReasons,
  replacementReasons,
  returnReasons,
  SHORTAGE_NOTE_MAX,
  shortageReasons,
  staffCancelReasons,
} from './reasons.ts';
import { GIVE_BACK_NOTE_MAX, giveBackReasons } from './refund.ts';
import { prescriberAnswers, substitutionStates } from './substitution.ts';

const endpoint = endpointsTagged('Commandes');
const error = 'Indiquez une raison';
const GIVEN_BACK = 'Quantité invalide';

/** Cancelling an order that is paid, or giving a part of its money back. */
const cancelEndpoints = {
  cancelPaid: endpoint('POST', '/orders/{id}/cancellation', {
    summary: 'Annuler et rembourser une commande payée sans que le client l’ait demandé, avant sa remise',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      reason: z.enum(staffCancelReasons, { error }),
      /** For supervisors only. */
      note: optionalText(CANCEL_NOTE_MAX),
    }),
    responses: { 200: z.object({ order }) },
  }),
  askCancel: endpoint('POST', '/orders/{id}/cancel-request', {
    summary: 'Demander l’annulation d’une commande payée, tant que la livraison n’a pas commencé',
    allow: ['customer'],
    params: idParams,
    body: z.object({ reason: z.enum(cancelRequestReasons, { error }) }),
    responses: { 200: z.object({ order }) },
  }),
  decideCancel: endpoint('POST', '/orders/{id}/cancel-request/decision', {
    summary: 'Accepter une demande d’annulation, ce qui rembourse, ou la refuser avec une raison',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    /** Why it is declined; null to accept it. */
    body: z.object({ declined: z.enum(cancelDeclines, { error }).nullable() }),
    responses: { 200: z.object({ order }) },
  }),
  giveBack: endpoint('POST', '/orders/{id}/give-back', {
    summary: 'Rembourser une ligne d’une commande payée ou une partie de sa quantité, à qui a payé',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      lines: z
        .array(
          z.object({
            medicationId: id,
            /** How many of this line are given back once this is done, those given back before included: sent again, it changes nothing. */
            givenBack: z.int({ error: GIVEN_BACK }).min(1, GIVEN_BACK).max(999, GIVEN_BACK),
          }),
          { error: 'Indiquez au moins un médicament' },
        )
        .min(1, 'Indiquez au moins un médicament')
        .max(100, '100 lignes maximum'),
      reason: z.enum(giveBackReasons, { error }),
      /** For supervisors only. */
      note: optionalText(GIVE_BACK_NOTE_MAX),
    }),
    responses: { 200: z.object({ order }) },
  }),
};

/** Body of POST /orders/{id}/shortage. */
const shortage = z
  .object({
    reason: z.enum(shortageReasons, { error: 'Indiquez une raison' }),
    /** The line that it concerns. */
    medicationId: id.nullish(),
    note: optionalText(SHORTAGE_NOTE_MAX),
  })
  .refine(({ reason, medicationId }) => !concernsLine(reason) || Boolean(medicationId), {
    message: 'Indiquez le médicament',
    path: ['medicationId'],
  });

/** A courier or a pharmacy reports a problem of an order in hand. */
const problemEndpoints = {
  reportProblem: endpoint('POST', '/orders/{id}/problem', {
    summary: 'Dire pourquoi une commande ne peut pas être livrée',
    allow: ['deliveryPerson'],
    params: idParams,
    body: z.object({
      reason: z.enum(problemReasons, { error }),
      note: optionalText(300),
    }),
    responses: { 200: z.object({ order }) },
  }),
  startWaiting: endpoint('POST', '/orders/{id}/waiting', {
    summary: 'Dire que l’on attend le client devant sa porte',
    allow: ['deliveryPerson'],
    params: idParams,
    responses: { 200: z.object({ order }) },
  }),
  photographHandover: endpoint('POST', '/orders/{id}/handover-photo', {
    summary: 'Photographier une remise sans code, ni visage ni ordonnance ; effacée après 30 jours',
    allow: ['deliveryPerson'],
    upload: true,
    params: idParams,
    body: z.object({ file: uploadedFile }),
    responses: { 200: z.object({ order }) },
  }),
  writeBatch: endpoint('PUT', '/orders/{id}/lines/{medicationId}/batch', {
    summary: 'Écrire le lot et la péremption d’un médicament préparé, ou les effacer',
    allow: ['pharmacy'],
    params: z.object({ id, medicationId: id }),
    body: z.object({ batch: batchNumber.nullable(), expiresOn: expiryDay.nullable() }),
    responses: { 200: z.object({ order }) },
  }),
  reportShortage: endpoint('POST', '/orders/{id}/shortage', {
    summary: 'Dire pourquoi une commande ne peut pas être préparée',
    allow: ['pharmacy'],
    params: idParams,
    body: shortage,
    responses: { 200: z.object({ order }) },
  }),
  solveProblem: endpoint('DELETE', '/orders/{id}/problem', {
    summary: 'Dire qu’une commande peut de nouveau être préparée ou livrée',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    /** When the problem began that was read: another one is not solved unread. */
    query: z.object({ reported: moment.optional() }),
    responses: { 204: null },
  }),
  bringBack: endpoint('POST', '/orders/{id}/return', {
    summary: 'Reprendre une commande en livraison qui n’a pas pu être remise : elle est à livrer de nouveau',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      /** The customer reads it. */
      reason: z.enum(returnReasons, { error }),
      medicinesAt: z.enum(medicinePlaces, { error: 'Indiquez où sont les médicaments' }),
    }),
    responses: { 200: z.object({ order }) },
  }),
};

const orderResponse = z.object({ order });

const UNKNOWN_STATE = 'État inconnu';
const states = z.enum(orderStates, { error: UNKNOWN_STATE });
const flag = z
  .enum(['', 'true'], { error: 'Filtre inconnu' })
  .optional()
  .transform((text) => text === 'true');

/** Filters of a list of orders; `date` is a year, a month or a day (2026, 2026-11 or 2026-11-20). */
export const orderFilters = z.object({
  /** `all`: also what a courier has delivered; without it they receive what is to be delivered. */
  state: z
    .union([z.literal('').transform(() => undefined), z.literal('all'), states], { error: UNKNOWN_STATE })
    .optional(),
  q: plainText(100).optional(),
  date: z
    .string()
    .refine((date) => date === '' || dateRange(date) !== null, 'Date invalide')
    .optional(),
  deliveryPerson: z.union([z.literal('').transform(() => undefined), id]).optional(),
  /** Ignored for other readers than supervisors. */
  pharmacy: z.union([z.literal('').transform(() => undefined), id]).optional(),
  /** `oldest`: orders that a pharmacist has to read, the oldest first, then all others, the oldest first. */
  sort: z.enum(['newest', 'oldest'], { error: 'Ordre inconnu' }).default('newest'),
  /**
   * Only orders that wait for this supervisor, pharmacy or courier, who waits longest first instead of `sort`; ignored for other
   * readers.
   */
  todo: flag,
  /** Paid orders that should have been delivered by now, who waits longest first; ignored for other readers than supervisors. */
  late: flag,
  ...paging,
});

const statusBody = z.preprocess(
  (body) => {
    if (typeof body !== 'object' || body === null) return body;
    const { status, state, ...others } = body as Record<string, unknown>;
    return { ...others, status: status ?? state };
  },
  z.object({
    status: states,
    /** The reason of a supervisor who cancels it, which the customer reads; `customer` without it. */
    reason: z.enum(staffCancelReasons, { error: 'Raison inconnue' }).nullish(),
    /** What the customer told her courier, who hands it over; without it the delivery is unproven (rule 59). */
    handoverCode: z
      .string({ error: HANDOVER_CODE_EXPECTED })
      .max(500, HANDOVER_CODE_EXPECTED)
      .transform(readHandoverCode)
      .pipe(z.string({ error: HANDOVER_CODE_EXPECTED }))
      .nullish(),
    /** Why there is no code. */
    handoverReason: z.enum(unprovenReasons, { error: 'Raison inconnue' }).nullish(),
  }),
);

const assignBody = z
  .object({
    pharmacy: id.nullish(),
    deliveryPerson: id.nullish(),
    agent: id.nullish(),
    /** The user who is assigned now and will be replaced (rule 9). */
    replaces: id.nullable().optional(),
    /** The person who is replaced reads this reason. */
    reason: z.enum(replacementReasons, { error: 'Raison inconnue' }).nullish(),
  })
  .refine((body) => [body.pharmacy, body.deliveryPerson, body.agent].filter(Boolean).length === 1, {
    message: 'Indiquez une seule personne à assigner',
    path: ['pharmacy'],
  });

/** Another medicine instead of one that the pharmacy of a paid order lacks (rule 53). */
const substitutionEndpoints = {
  listEquivalents: endpoint('GET', '/orders/{id}/equivalents', {
    summary:
      'Les médicaments du catalogue de même substance, dosage, forme et voie qu’une ligne d’une commande',
    allow: ['pharmacy'],
    params: idParams,
    query: z.object({ medicationId: id }),
    responses: { 200: z.object({ equivalents: z.array(equivalent), total }) },
  }),
  proposeSubstitute: endpoint('POST', '/orders/{id}/substitution', {
    summary:
      'Proposer un autre médicament pour une ligne qui manque : le client répond, après un pharmacien et le prescripteur s’il n’est pas équivalent',
    allow: ['pharmacy'],
    params: idParams,
    body: z.object({
      medicationId: id,
      reason: z.enum(shortageReasons, { error }).refine(concernsLine, 'Indiquez ce qui manque'),
      /** The medicine that is proposed. */
      proposedId: id,
    }),
    responses: { 200: z.object({ order }) },
  }),
  decideSubstitute: endpoint('POST', '/orders/{id}/substitution/decision', {
    summary: 'Accepter ou refuser l’autre médicament que la pharmacie propose',
    allow: ['customer', 'supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      /** The proposal that was read. */
      substitutionId: id,
      agree: z.boolean({ error: 'Indiquez si vous êtes d’accord' }),
    }),
    responses: { 200: z.object({ order }) },
  }),
  listSubstitutions: endpoint('GET', '/substitutions', {
    summary: 'Les remplacements sur lesquels l’appelant doit se prononcer, le plus urgent d’abord',
    allow: ['agent', 'partnerDoctor'],
    responses: { 200: z.object({ substitutions: z.array(substitutionToAnswer), total }) },
  }),
  answerSubstitution: endpoint('POST', '/substitutions/{id}/answer', {
    summary: 'Dire si un autre médicament peut être donné à la place de celui qui manque',
    allow: ['agent', 'partnerDoctor'],
    params: idParams,
    body: z
      .object({
        answer: z.enum(prescriberAnswers, { error: 'Indiquez votre réponse' }),
        /** The medicine that a prescriber names with `another`. */
        medicationId: id.nullish(),
      })
      .refine(({ answer, medicationId }) => answer !== 'another' || Boolean(medicationId), {
        message: 'Indiquez le médicament',
        path: ['medicationId'],
      }),
    responses: { 200: z.object({ state: z.enum(substitutionStates) }) },
  }),
};

export const orderEndpoints = {
  listOrders: endpoint('GET', '/orders', {
    summary: 'Mes commandes, ou toutes pour les superviseurs ; les plus récentes d’abord, ou à lire d’abord',
    allow: ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'supervisor', 'superAdmin'],
    query: orderFilters,
    responses: {
      200: z.object({
        orders: z.array(order),
        total,
        /** Over all orders that the caller can see, whatever the filters. */
        counts: z.record(z.enum(orderStates), z.int()),
        /** Σ medicinesAmount of delivered and ended orders, for a pharmacy. */
        revenue: fcfaSum.optional(),
        /** For a pharmacy: pending orders that are not ready, up to 1,001. */
        toPrepare: z.int().optional(),
        /** For supervisors: orders `todo`, promised deliveries that are late, payments to review, answers to handle; each counted up to 1,001. */
        work: z.object({ todo: z.int(), late: z.int(), review: z.int(), feedback: z.int() }).optional(),
      }),
    },
  }),
  exportOrders: endpoint('GET', '/orders/export', {
    summary: 'Les commandes de la liste en CSV, sans leurs médicaments ; 10 000 au plus',
    allow: ['supervisor', 'superAdmin'],
    download: true,
    query: orderFilters.omit({ page: true, limit: true }),
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  readCaller: endpoint('GET', '/orders/caller', {
    summary:
      'Le client dont c’est le téléphone : ses dernières commandes, ses ordonnances et ses paiements, comptés',
    allow: ['supervisor', 'superAdmin'],
    query: z.object({ phone: phone('Téléphone requis') }),
    responses: { 200: z.object({ caller: caller.nullable() }) },
  }),
  readOrder: endpoint('GET', '/orders/{id}', {
    summary: 'Une commande',
    allow: ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: orderResponse },
  }),
  placeOrder: endpoint('POST', '/orders', {
    summary: 'Passer commande, une fois payée',
    allow: ['customer'],
    body: placeOrderBody,
    responses: { 201: orderResponse, 200: orderResponse },
    idempotent: true,
  }),
  changeOrder: endpoint('PUT', '/orders/{id}', {
    summary: 'Payer une commande pré-traitée, ou en écrire les médicaments',
    allow: ['customer', 'agent', 'supervisor', 'superAdmin'],
    params: idParams,
    body: changeOrderBody,
    responses: { 200: orderResponse },
  }),
  advanceOrder: endpoint('PATCH', '/orders/{id}/status', {
    summary: 'Faire avancer une commande, ou annuler celle qui n’est pas payée',
    allow: ['customer', 'deliveryPerson', 'supervisor', 'superAdmin'],
    params: idParams,
    body: statusBody,
    responses: { 200: orderResponse },
  }),
  assignOrder: endpoint('PATCH', '/orders/{id}/assign', {
    summary: 'Assigner une pharmacie, un livreur ou un pharmacien interne',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: assignBody,
    responses: { 200: orderResponse },
  }),
  listCandidates: endpoint('GET', '/orders/{id}/candidates', {
    summary: 'Qui peut préparer, livrer ou lire cette commande ; le plus indiqué d’abord',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    query: z.object({
      role: z.enum(['pharmacy', 'deliveryPerson', 'agent'], { error: 'Rôle inconnu' }),
      q: plainText(100).optional(),
    }),
    responses: { 200: z.object({ candidates: z.array(orderCandidate), total }) },
  }),
  checkInsurance: endpoint('POST', '/orders/{id}/insurance-check', {
    summary: 'Dire si la carte d’assurance d’une commande a été vérifiée',
    allow: ['agent', 'supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      verified: z.boolean({ error: 'Indiquez si la carte est vérifiée' }),
      /** Whose card it is; without one it stays as it is. */
      insurer: id.nullish(),
    }),
    responses: { 200: orderResponse },
  }),
  noteAgreement: endpoint('POST', '/orders/{id}/insurance-agreement', {
    summary: 'Noter la référence de l’accord préalable de l’assureur ; le client est prévenu',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({ reference: requiredText('Référence requise', 100) }),
    responses: { 200: orderResponse },
  }),
  refusePhoto: endpoint('POST', '/orders/{id}/photo-problem', {
    summary: 'Dire que la photo d’une ordonnance ne peut pas être lue',
    allow: ['agent', 'supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({ reason: z.enum(photoProblems, { error: 'Indiquez une raison' }) }),
    responses: { 200: orderResponse },
  }),
  replacePhoto: endpoint('PUT', '/orders/{id}/photo', {
    summary: 'Envoyer une autre photo de l’ordonnance',
    allow: ['customer'],
    params: idParams,
    body: z.object({ url: requiredText('Veuillez uploader votre ordonnance', 200) }),
    responses: { 200: orderResponse },
  }),
  leaveOut: endpoint('PUT', '/orders/{id}/left-out', {
    summary: 'Choisir les médicaments d’une ordonnance lue que l’on ne prend pas, avant de payer',
    allow: ['customer'],
    params: idParams,
    body: z.object({
      /** All that are left out; the others are taken. */
      medications: z.array(id, { error: 'Indiquez les médicaments à ne pas prendre' }).max(200),
      quantities: choice.quantities,
    }),
    responses: { 200: orderResponse },
  }),
  ...cancelEndpoints,
  markReady: endpoint('POST', '/orders/{id}/ready', {
    summary: 'Dire si une commande est prête à être emportée',
    allow: ['pharmacy'],
    params: idParams,
    body: z.object({ ready: z.boolean({ error: 'Indiquez si la commande est prête' }) }),
    responses: { 200: orderResponse },
  }),
  ...problemEndpoints,
  ...substitutionEndpoints,
  readDeliveryTime: endpoint('GET', '/zones/{id}/delivery-time', {
    summary: 'En combien de minutes une commande payée est habituellement livrée dans cette zone',
    allow: ['customer'],
    params: idParams,
    responses: { 200: z.object({ minutes: z.int() }) },
  }),
  readReadingTime: endpoint('GET', '/orders/reading-time', {
    summary: 'En combien de minutes une ordonnance photographiée est habituellement lue',
    allow: ['customer'],
    /** Null after too few. */
    responses: { 200: z.object({ minutes: z.int().nullable() }) },
  }),
  readAgain: endpoint('GET', '/orders/{id}/again', {
    summary: 'Ce que devient cette commande, commandée à nouveau sans ordonnance aux prix d’aujourd’hui',
    allow: ['customer'],
    params: idParams,
    responses: { 200: z.object({ again: orderAgain }) },
  }),
  printReceipt: endpoint('POST', '/orders/{id}/receipt', {
    summary: 'Un lien de 5 minutes vers le reçu d’une commande payée, en PDF',
    allow: ['customer', 'supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: z.object({ url: z.string() }) },
  }),
  readTimeline: endpoint('GET', '/orders/{id}/timeline', {
    summary: 'Ce qui est arrivé à une commande, dans l’ordre',
    allow: ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: z.object({ timeline: z.array(timelineLine), total }) },
  }),
};
