import { auditKindLabels } from '@amasin/domain/audit/actions.ts';
import { describeProgress } from '@amasin/domain/audit/order-events.ts';
import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { chatStatusLabels } from '@amasin/domain/consultations/lifecycle.ts';
import { systemText } from '@amasin/domain/consultations/system-line.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { wrongLabels } from '@amasin/domain/feedback/answer.ts';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import { cancelReasonLabels } from '@amasin/domain/orders/reasons.ts';
import { refundLabel } from '@amasin/domain/orders/refund.ts';
import { paymentStatusLabels } from '@amasin/domain/payments/lifecycle.ts';
import { maskPhone, type Operator, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { lotsInWords, recallAdviceLabels } from '@amasin/domain/recalls/recall.ts';
import {
  ageInWords,
  faultLabels,
  reactionOutcomeLabels,
  redFlagLabels,
  reportKindLabels,
  reportStateLabels,
  seriousnessLabels,
  sexLabels,
  takerLabels,
} from '@amasin/domain/reports/kinds.ts';
import type { ReportFacts } from '@amasin/domain/reports/report.ts';
import { type SmsState, smsKindLabels } from '@amasin/domain/sms/kinds.ts';
import { consentLabels } from '@amasin/domain/users/consent.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { hasProvenPhone } from '@amasin/domain/users/proven-phone.ts';
import { seenReasonLabels, warningLabels } from '@amasin/domain/warnings/warnings.ts';
import { listOwnReaders } from '../audit/read-own.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { findConsents } from '../people/consent-queries.ts';
import { findAllergies } from './allergy-queries.ts';
import {
  findMessages,
  findOrderEvents,
  findOrderItems,
  findOrderWarnings,
  findOwnAddresses,
  findOwnCards,
  findOwnConsultations,
  findOwnFeedback,
  findOwnFiles,
  findOwnNotifications,
  findOwnOrders,
  findOwnPayLinks,
  findOwnPayments,
  findOwnPayoutAccounts,
  findOwnPayouts,
  findOwnPrescriptions,
  findOwnRecalls,
  findOwnRefunds,
  findOwnReports,
  findOwnSessions,
  findOwnSms,
  findPrescriptionItems,
  PART,
  type Position,
} from './own-data-queries.ts';

/** Entries that are read while they are written: a person may have more than the server has memory for. */
export type Entries = readonly Entry[] | AsyncIterable<Entry>;
export type Value = string | number | boolean | Date | null | Entries;

/** Values by what they are called in French: both files say them with the same words. */
export interface Entry {
  readonly [label: string]: Value;
}

export interface Part {
  readonly title: string;
  readonly entries: Entries;
}

type Source = Pick<Ctx, 'db' | 'clock'>;

interface Exporter {
  readonly title: string;
  /** Customers only: what others are told or send is about customers and patients. */
  readonly ofCustomers?: true;
  readonly read: (source: Source, person: UserRow) => Entries;
}

/** Each part of an export reads what one table has about a person. A table with personal data gets a part here. */
const exporters: readonly Exporter[] = [
  { title: 'Compte', read: (_source, person) => [accountOf(person)] },
  { title: 'Accords donnés', read: readConsents },
  { title: 'Allergies écrites', ofCustomers: true, read: readAllergies },
  { title: 'Lieux de livraison', ofCustomers: true, read: readAddresses },
  { title: 'Commandes', ofCustomers: true, read: readOrders },
  { title: 'Paiements', ofCustomers: true, read: readPayments },
  { title: 'Paiements demandés à un proche', ofCustomers: true, read: readPayLinks },
  { title: 'Remboursements', ofCustomers: true, read: readRefunds },
  { title: 'Avis sur mes livraisons', ofCustomers: true, read: readFeedback },
  { title: 'Signalements', ofCustomers: true, read: readReports },
  { title: 'Rappels de médicaments', ofCustomers: true, read: readRecalls },
  { title: 'Ordonnances commandées', ofCustomers: true, read: readPrescriptions },
  { title: 'Consultations', ofCustomers: true, read: readConsultations },
  { title: 'Cartes d’assurance', ofCustomers: true, read: readCards },
  { title: 'Fichiers envoyés', ofCustomers: true, read: readFiles },
  { title: 'Notifications', ofCustomers: true, read: readNotifications },
  { title: 'Messages envoyés à mon téléphone', ofCustomers: true, read: readSms },
  { title: 'Appareils connectés', read: readSessions },
  { title: 'Compte de versement', read: readPayoutAccounts },
  { title: 'Versements reçus', read: readPayouts },
  { title: 'Qui a vu mon dossier', ofCustomers: true, read: readReaders },
];

/** What is known of a person; nothing about customers or patients for those who work with them. */
export function dataOf(source: Source, person: UserRow): Part[] {
  const all = exporters.filter(({ ofCustomers }) => !ofCustomers || person.type === 'customer');
  return all.map(({ title, read }) => ({ title, entries: read(source, person) }));
}

let reading: Promise<unknown> = Promise.resolve();

/** Parts of histories are read one after the other, whoever they are for: others find the database free. */
function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const result = reading.then(read);
  reading = result.catch(() => undefined);
  return result;
}

/** Reads a history in parts, each after the last row of the one before. */
async function* inParts<Row, After>(
  first: After,
  read: (after: After) => Promise<Row[]>,
  afterOf: (row: Row) => After,
): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const from = after;
    const rows = await inTurn(() => read(from));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return;
    after = afterOf(last);
  }
}

/** Reads a history of a person in parts, the latest first. */
const historyOf = <Row>(
  { db }: Source,
  { id }: UserRow,
  find: (db: Database, id: string, after: Position | null) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
) => inParts<Row, Position | null>(null, (after) => find(db, id, after), positionOf);

const created = ({ createdAt, id }: { createdAt: Date; id: string }): Position => ({ at: createdAt, id });
const asked = ({ askedAt, id }: { askedAt: Date; id: string }): Position => ({ at: askedAt, id });

const accountOf = (person: UserRow): Entry => ({
  Nom: person.name,
  Rôle: userTypeLabels[person.type],
  Téléphone: person.phone,
  'Téléphone vérifié': hasProvenPhone(person),
  Email: person.email,
  Adresse: person.address,
  ...(person.titrePartenaire && { Titre: partnerTitleLabels[person.titrePartenaire] }),
  ...(person.pharmacist && { 'Pharmacien responsable': person.pharmacist }),
  ...(person.latitude !== null && { Latitude: person.latitude, Longitude: person.longitude }),
  'Compte actif': person.active,
  'Connexion en deux étapes': person.hasSecondFactor,
  'Créé le': person.createdAt,
});

async function* readConsents({ db }: Source, { id }: UserRow) {
  const rows = await findConsents(db, id);
  yield* rows.map(({ purpose, version, givenAt, withdrawnAt }) => ({
    Pour: consentLabels[purpose],
    'Texte du': version,
    'Donné le': givenAt,
    ...(withdrawnAt && { 'Terminé le': withdrawnAt }),
  }));
}

async function* readAllergies({ db }: Source, { id }: UserRow) {
  const written = await findAllergies(db, id);
  if (written !== null) yield { Allergies: written };
}

async function* readAddresses(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnAddresses, created))
    yield* rows.map(({ name, zone, sector, address, createdAt }) => ({
      Nom: name,
      Zone: zone,
      Quartier: sector,
      Adresse: address,
      'Ajouté le': createdAt,
    }));
}

interface Item {
  readonly label: string;
  readonly quantity: number;
  readonly price: number;
  readonly posology: string | null;
  readonly duration: string | null;
}

const itemOf = ({ label, quantity, price, posology, duration }: Item): Entry => ({
  Médicament: label,
  Quantité: quantity,
  'Prix (F)': price,
  ...(posology && { Posologie: posology }),
  ...(duration && { Durée: duration }),
});

async function* readOrders(source: Source, person: UserRow) {
  const { db } = source;
  const { id } = person;
  for await (const rows of historyOf(source, person, findOwnOrders, ({ order }) => created(order))) {
    const ids = rows.map(({ order }) => order.id);
    const items = Map.groupBy(await inTurn(() => findOrderItems(db, ids)), ({ orderId }) => orderId);
    const warned = Map.groupBy(await inTurn(() => findOrderWarnings(db, ids)), ({ orderId }) => orderId);
    const events = Map.groupBy(await inTurn(() => findOrderEvents(db, ids)), ({ orderId }) => orderId);
    yield* rows.map(({ order, pharmacy, courier }): Entry => {
      const { number } = order;
      return {
        Numéro: number,
        'Passée le': order.createdAt,
        État: orderStateLabel(order.state, 'customer'),
        Zone: order.zoneLabel,
        Adresse: order.address,
        Pharmacie: pharmacy,
        Livreur: courier,
        Médicaments: (items.get(order.id) ?? []).map((item) => ({
          ...itemOf(item),
          ...(item.prescribedLabel && {
            'À la place de': item.prescribedLabel,
            'Donné à (F)': item.givenPrice,
          }),
        })),
        ...(order.leftOut.length > 0 && {
          'Médicaments non pris': order.leftOut.map(({ label, quantity }) => ({
            Médicament: label,
            Quantité: quantity,
          })),
        }),
        'Médicaments (F)': order.medicines,
        'Livraison (F)': order.deliveryFee,
        'Commission (F)': order.commission,
        'Réduction (F)': order.reduction,
        'Total (F)': order.total,
        'Payé (F)': order.paid,
        'Payée le': order.paidAt,
        'Photo de l’ordonnance': order.prescriptionUrl,
        ...(order.cardId && {
          'Carte d’assurance': order.cardLabel,
          'Taux de la carte (%)': order.cardRate,
          'Fichier de la carte': order.cardUrl,
        }),
        ...(order.cancelReason && { 'Annulée parce que': cancelReasonLabels[order.cancelReason] }),
        ...(warned.has(order.id) && {
          'Alertes à la préparation': (warned.get(order.id) ?? []).map(({ rule, seenAt, reason, note }) => ({
            Alerte: warningLabels[rule],
            'Vue le': seenAt,
            Raison: reason && seenReasonLabels[reason],
            ...(note && { Note: note }),
          })),
        }),
        Étapes: (events.get(order.id) ?? []).map(({ at, actorId, actorType, action, from, to }) => {
          const who = actorId === id ? 'Vous' : actorType === null ? 'Amasin' : userTypeLabels[actorType];
          // Assigned people are in the order itself: their ids say nothing.
          const isAboutPeople = /^(assign|replace)-/.test(action);
          const values = isAboutPeople ? { from: null, to: null } : { from, to };
          return { Le: at, Par: who, Étape: describeProgress({ event: action, ...values }, 'la commande') };
        }),
      };
    });
  }
}

const accountLine = (operator: Operator | null, phone: string | null) => ({
  Opérateur: operator && operatorLabels[operator],
  Numéro: phone && maskPhone(phone),
});

async function* readPayments(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnPayments, created))
    yield* rows.map(({ createdAt, amount, status, operator, payingPhone, number, transactionId, draft }) => ({
      Le: createdAt,
      'Montant (F)': amount,
      État: paymentStatusLabels[status],
      ...accountLine(operator, payingPhone),
      Transaction: transactionId,
      Commande: number,
      // An order is not there for one that was not paid.
      ...(number === null &&
        draft && {
          Adresse: draft.address,
          Médicaments: draft.items.map(({ label }) => ({ Médicament: label })),
        }),
    }));
}

async function* readPayLinks(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnPayLinks, created))
    yield* rows.map(({ createdAt, amount, expiresAt, withdrawnAt, showsContent, draft }) => ({
      'Demandé le': createdAt,
      'Montant (F)': amount,
      'Jusqu’au': expiresAt,
      ...(withdrawnAt && { 'Retiré le': withdrawnAt }),
      'Médicaments et reçu montrés': showsContent,
      ...(draft && {
        Adresse: draft.order.deliveryAddress,
        Médicaments: draft.lines.map(({ label, quantity }) => ({ Médicament: label, Quantité: quantity })),
      }),
    }));
}

async function* readRefunds(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnRefunds, asked))
    yield* rows.map(({ askedAt, amount, state, doneAt }) => ({
      'Décidé le': askedAt,
      'Montant (F)': amount,
      État: refundLabel(state),
      'Fait le': doneAt,
    }));
}

async function* readFeedback(source: Source, person: UserRow) {
  const history = historyOf(source, person, findOwnFeedback, ({ answeredAt, id }) => ({
    at: answeredAt,
    id,
  }));
  for await (const rows of history)
    yield* rows.map(({ number, answeredAt, wrongs, note, handledAt }) => ({
      Commande: number,
      'Répondu le': answeredAt,
      'Tout va bien': wrongs.length === 0,
      ...(wrongs.length > 0 && {
        'Ce qui n’allait pas': wrongs.map((wrong) => wrongLabels[wrong]).join(', '),
      }),
      ...(note && { Note: note }),
      ...(handledAt && { 'Traité le': handledAt }),
    }));
}

async function* readReports(source: Source, person: UserRow) {
  const history = historyOf(source, person, findOwnReports, ({ report }) => created(report));
  for await (const rows of history)
    yield* rows.map(({ report, number }): Entry => {
      const { kind, createdAt, medicines, words, redFlags, since, taker, ageMonths, stopped } = report;
      const { fault, batch, photo, facts, declaredOn, state } = report;
      return {
        'Envoyé le': createdAt,
        Quoi: reportKindLabels[kind],
        Commande: number,
        Médicaments: medicines.map(({ label, quantity }) => ({ Médicament: label, Quantité: quantity })),
        ...(words && { Dit: words }),
        ...(redFlags.length > 0 && { Signes: redFlags.map((flag) => redFlagLabels[flag]).join(', ') }),
        ...(since && { Depuis: since }),
        ...(taker && { 'Pris par': takerLabels[taker] }),
        ...(ageMonths !== null && { Âge: ageInWords(ageMonths) }),
        ...(stopped !== null && { 'Prise arrêtée': stopped }),
        ...(fault && { Défaut: faultLabels[fault] }),
        ...(batch && { Lot: batch }),
        ...(photo && { Fichier: photo }),
        ...(facts && { 'Noté par le pharmacien': [factsOf(facts)] }),
        ...(declaredOn && { 'Déclaré à l’autorité le': declaredOn }),
        État: reportStateLabels[state],
      };
    });
}

const factsOf = (facts: ReportFacts): Entry => ({
  Initiales: facts.initials,
  Sexe: facts.sex && sexLabels[facts.sex],
  'Âge (ans)': facts.age,
  'Poids (kg)': facts.weight,
  Lot: facts.batch,
  Dose: facts.dose,
  Du: facts.from,
  Au: facts.to,
  Description: facts.description,
  Gravité: facts.seriousness && seriousnessLabels[facts.seriousness],
  Évolution: facts.outcome && reactionOutcomeLabels[facts.outcome],
  'Autres médicaments': facts.otherMedicines,
  Cause: facts.cause,
});

async function* readPrescriptions(source: Source, person: UserRow) {
  const { db } = source;
  const history = historyOf(source, person, findOwnPrescriptions, ({ prescription, orderId }) => ({
    at: prescription.createdAt,
    id: orderId,
  }));
  for await (const rows of history) {
    const ids = rows.map(({ prescription }) => prescription.id);
    const all = await inTurn(() => findPrescriptionItems(db, ids));
    const items = Map.groupBy(all, ({ prescriptionId }) => prescriptionId);
    yield* rows.map(({ prescription, prescriber, order }) => ({
      Numéro: prescription.number,
      Le: prescription.createdAt,
      'Écrite par': prescriber,
      ...(prescription.patientMonths !== null && {
        'Âge du patient': ageInWords(prescription.patientMonths),
      }),
      Commande: order,
      Fichier: prescription.url,
      Médicaments: (items.get(prescription.id) ?? []).map(itemOf),
    }));
  }
}

const senderLabels = { patient: 'Vous', doctor: 'Professionnel de santé', system: 'Amasin' } as const;

async function* readConsultations(source: Source, person: UserRow) {
  const history = historyOf(source, person, findOwnConsultations, ({ consultation }) =>
    created(consultation),
  );
  for await (const rows of history)
    yield* rows.map(({ consultation, doctor }) => ({
      'Demandée le': consultation.createdAt,
      Nom: consultation.patientName,
      État: chatStatusLabels[consultation.status],
      Avec: doctor,
      'Terminée le': consultation.completedAt,
      Messages: readMessages(source, consultation.id, doctor),
    }));
}

async function* readMessages({ db }: Source, consultationId: string, doctor: string | null) {
  const parts = inParts(
    0,
    (after) => findMessages(db, consultationId, after),
    ({ seq }) => seq,
  );
  for await (const rows of parts)
    yield* rows.map(({ createdAt, senderType, content, line, fileKey }) => ({
      Le: createdAt,
      De: senderLabels[senderType],
      Texte: line === null ? content : systemText(line, doctor),
      ...(fileKey && { Fichier: fileKey }),
    }));
}

async function* readCards(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnCards, created))
    yield* rows.map(({ label, rate, verified, refused, fileKey, createdAt, deletedAt }) => ({
      Nom: label,
      'Taux (%)': rate,
      Vérifiée: verified,
      ...(refused && { 'Refusée parce que': cardRefusalLabels[refused] }),
      Fichier: fileKey,
      'Ajoutée le': createdAt,
      ...(deletedAt && { 'Supprimée le': deletedAt }),
    }));
}

const fileLabels: Readonly<Record<FileCategory, string>> = {
  insurance: 'Carte d’assurance',
  prescription: 'Ordonnance',
  consultation: 'Consultation',
  handover: 'Remise',
  report: 'Boîte signalée',
};

async function* readFiles(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnFiles, ({ createdAt, key }) => ({
    at: createdAt,
    id: key,
  })))
    yield* rows.map(({ key, category, contentType, bytes, createdAt }) => ({
      Fichier: key,
      'Envoyé pour': fileLabels[category],
      Type: contentType,
      'Taille (octets)': bytes,
      'Envoyé le': createdAt,
    }));
}

async function* readNotifications(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnNotifications, created))
    yield* rows.map(({ title, message, createdAt, earlier }) => ({
      Le: createdAt,
      Titre: title,
      Texte: message,
      ...(earlier.length > 0 && {
        'Avant cela': earlier.map((one) => ({
          Le: new Date(one.createdAt),
          Titre: one.title,
          Texte: one.message,
        })),
      }),
    }));
}

async function* readRecalls({ db }: Source, { id }: UserRow) {
  const rows = await inTurn(() => findOwnRecalls(db, id));
  yield* rows.map(({ recall, recipient: { maybe, toldAt, answeredAt, kept }, label, order }) => ({
    'Prévenu le': toldAt,
    Médicament: label,
    Lots: lotsInWords(recall.lots),
    'À faire': recallAdviceLabels[recall.advice],
    Commande: order,
    'Lot de ma boîte': maybe ? 'Non noté' : 'Concerné',
    'Lu le': answeredAt,
    ...(kept !== null && { 'Je l’ai encore': kept }),
  }));
}

const smsLabels: Readonly<Record<SmsState, string>> = {
  queued: 'En attente',
  sent: 'Envoyé',
  delivered: 'Reçu',
  failed: 'Non reçu',
};

async function* readSms(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnSms, created))
    yield* rows.map(({ createdAt, kind, phone, state, channel }) => ({
      Le: createdAt,
      Sujet: smsKindLabels[kind],
      Téléphone: phone,
      État: smsLabels[state],
      Par: channel === 'whatsapp' ? 'WhatsApp' : 'SMS',
    }));
}

async function* readSessions(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnSessions, ({ createdAt, tokenHash }) => ({
    at: createdAt,
    id: tokenHash,
  })))
    yield* rows.map(({ device, createdAt, lastSeenAt, expiresAt }) => ({
      Appareil: device,
      'Connecté le': createdAt,
      'Vu le': lastSeenAt,
      'Jusqu’au': expiresAt,
    }));
}

async function* readPayoutAccounts({ db }: Source, { id }: UserRow) {
  const rows = await findOwnPayoutAccounts(db, id);
  yield* rows.map(({ operator, phone }) => accountLine(operator, phone));
}

async function* readPayouts(source: Source, person: UserRow) {
  for await (const rows of historyOf(source, person, findOwnPayouts, asked))
    yield* rows.map(({ askedAt, amount, state, operator, phone }) => ({
      Le: askedAt,
      'Montant (F)': amount,
      État: payoutLabels[state],
      ...accountLine(operator, phone),
    }));
}

async function* readReaders({ db, clock }: Source, { id }: UserRow) {
  const { days } = await listOwnReaders({ db, clock, actor: { _id: id } });
  yield* days.flatMap(({ readers }) =>
    readers.map(({ at, name, type, kind, label, changed }) => ({
      Le: new Date(at),
      Qui: name ?? 'Une personne d’Amasin',
      Rôle: userTypeLabels[type],
      Quoi: auditKindLabels[kind],
      Numéro: label,
      Modifié: changed,
    })),
  );
}
