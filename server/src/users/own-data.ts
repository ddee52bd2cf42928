import { auditKindLabels } from '@amasin/domain/audit/actions.ts';
import { describeProgress } from '@amasin/domain/audit/order-events.ts';
import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import type { ChatStatus } from '@amasin/domain/consultations/lifecycle.ts';
import { systemText } from '@amasin/domain/consultations/system-line.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import { cancelReasonLabels } from '@amasin/domain/orders/reasons.ts';
import { refundLabel } from '@amasin/domain/orders/refund.ts';
import { paymentStatusLabels } from '@amasin/domain/payments/lifecycle.ts';
import { maskPhone, type Operator, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { type SmsState, smsKindLabels } from '@amasin/domain/sms/kinds.ts';
import { consentLabels } from '@amasin/domain/users/consent.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { hasProvenPhone } from '@amasin/domain/users/proven-phone.ts';
import { listOwnReaders } from '../audit/read-own.ts';
import type { Ctx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { findConsents } from '../people/consent-queries.ts';
import {
  findOwnAddresses,
  findOwnCards,
  findOwnConsultations,
  findOwnFiles,
  findOwnMessages,
  findOwnNotifications,
  findOwnOrderEvents,
  findOwnOrderItems,
  findOwnOrders,
  findOwnPayments,
  findOwnPayoutAccounts,
  findOwnPayouts,
  findOwnPrescriptionItems,
  findOwnPrescriptions,
  findOwnRefunds,
  findOwnSessions,
  findOwnSms,
} from './own-data-queries.ts';

type Value = string | number | boolean | Date | null | readonly Entry[];

/** Values by what they are called in French: both files say them with the same words. */
export interface Entry {
  readonly [label: string]: Value;
}

export interface Part {
  readonly title: string;
  readonly entries: readonly Entry[];
}

type Source = Pick<Ctx, 'db' | 'clock'>;

interface Exporter {
  readonly title: string;
  /** Customers only: what others are told or send is about customers and patients. */
  readonly ofCustomers?: true;
  readonly read: (source: Source, person: UserRow) => Promise<readonly Entry[]> | readonly Entry[];
}

/** Each part of an export reads what one table has about a person. A table with personal data gets a part here. */
const exporters: readonly Exporter[] = [
  { title: 'Compte', read: (_source, person) => [accountOf(person)] },
  { title: 'Accords donnés', read: readConsents },
  { title: 'Lieux de livraison', ofCustomers: true, read: readAddresses },
  { title: 'Commandes', ofCustomers: true, read: readOrders },
  { title: 'Paiements', ofCustomers: true, read: readPayments },
  { title: 'Remboursements', ofCustomers: true, read: readRefunds },
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

/** Collects what is known of a person; nothing about customers or patients for those who work with them. */
export async function collectData(source: Source, person: UserRow): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { title, ofCustomers, read } of exporters) {
    if (ofCustomers && person.type !== 'customer') continue;
    parts.push({ title, entries: await read(source, person) });
  }
  return parts;
}

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

async function readConsents({ db }: Source, { id }: UserRow) {
  const rows = await findConsents(db, id);
  return rows.map(({ purpose, version, givenAt, withdrawnAt }) => ({
    Pour: consentLabels[purpose],
    'Texte du': version,
    'Donné le': givenAt,
    ...(withdrawnAt && { 'Terminé le': withdrawnAt }),
  }));
}

async function readAddresses({ db }: Source, { id }: UserRow) {
  const rows = await findOwnAddresses(db, id);
  return rows.map(({ name, zone, sector, address, createdAt }) => ({
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

async function readOrders({ db }: Source, { id }: UserRow) {
  const rows = await findOwnOrders(db, id);
  const items = Map.groupBy(await findOwnOrderItems(db, id), ({ orderId }) => orderId);
  const events = Map.groupBy(await findOwnOrderEvents(db, id), ({ orderId }) => orderId);
  return rows.map(({ order, pharmacy, courier }): Entry => {
    const { number } = order;
    return {
      Numéro: number,
      'Passée le': order.createdAt,
      État: orderStateLabel(order.state, 'customer'),
      Zone: order.zoneLabel,
      Adresse: order.address,
      Pharmacie: pharmacy,
      Livreur: courier,
      Médicaments: (items.get(order.id) ?? []).map(itemOf),
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

const accountLine = (operator: Operator | null, phone: string | null) => ({
  Opérateur: operator && operatorLabels[operator],
  Numéro: phone && maskPhone(phone),
});

async function readPayments({ db }: Source, { id }: UserRow) {
  const rows = await findOwnPayments(db, id);
  return rows.map(({ createdAt, amount, status, operator, payingPhone, number, transactionId, draft }) => ({
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

async function readRefunds({ db }: Source, { id }: UserRow) {
  const rows = await findOwnRefunds(db, id);
  return rows.map(({ askedAt, amount, state, doneAt }) => ({
    'Décidé le': askedAt,
    'Montant (F)': amount,
    État: refundLabel(state),
    'Fait le': doneAt,
  }));
}

async function readPrescriptions({ db }: Source, { id }: UserRow) {
  const rows = await findOwnPrescriptions(db, id);
  const all = await findOwnPrescriptionItems(db, id);
  const items = Map.groupBy(all, ({ prescriptionId }) => prescriptionId);
  return rows.map(({ prescription, prescriber, order }) => ({
    Numéro: prescription.number,
    Le: prescription.createdAt,
    'Écrite par': prescriber,
    Commande: order,
    Fichier: prescription.url,
    Médicaments: (items.get(prescription.id) ?? []).map(itemOf),
  }));
}

const consultationLabels: Readonly<Record<ChatStatus, string>> = {
  pending: 'En attente',
  active: 'En cours',
  completed: 'Terminée',
};

async function readConsultations({ db }: Source, { id }: UserRow) {
  const rows = await findOwnConsultations(db, id);
  const messages = Map.groupBy(await findOwnMessages(db, id), ({ consultationId }) => consultationId);
  const senders = { patient: 'Vous', doctor: 'Professionnel de santé', system: 'Amasin' } as const;
  return rows.map(({ consultation, doctor }) => ({
    'Demandée le': consultation.createdAt,
    Nom: consultation.patientName,
    État: consultationLabels[consultation.status],
    Avec: doctor,
    'Terminée le': consultation.completedAt,
    Messages: (messages.get(consultation.id) ?? []).map(
      ({ createdAt, senderType, content, line, fileKey }) => ({
        Le: createdAt,
        De: senders[senderType],
        Texte: line === null ? content : systemText(line, doctor),
        ...(fileKey && { Fichier: fileKey }),
      }),
    ),
  }));
}

async function readCards({ db }: Source, { id }: UserRow) {
  const rows = await findOwnCards(db, id);
  return rows.map(({ label, rate, verified, refused, fileKey, createdAt, deletedAt }) => ({
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
};

async function readFiles({ db }: Source, { id }: UserRow) {
  const rows = await findOwnFiles(db, id);
  return rows.map(({ key, category, contentType, bytes, createdAt }) => ({
    Fichier: key,
    'Envoyé pour': fileLabels[category],
    Type: contentType,
    'Taille (octets)': bytes,
    'Envoyé le': createdAt,
  }));
}

async function readNotifications({ db }: Source, { id }: UserRow) {
  const rows = await findOwnNotifications(db, id);
  return rows.map(({ title, message, createdAt, earlier }) => ({
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

const smsLabels: Readonly<Record<SmsState, string>> = {
  queued: 'En attente',
  sent: 'Envoyé',
  delivered: 'Reçu',
  failed: 'Non reçu',
};

async function readSms({ db }: Source, { id }: UserRow) {
  const rows = await findOwnSms(db, id);
  return rows.map(({ createdAt, kind, phone, state, channel }) => ({
    Le: createdAt,
    Sujet: smsKindLabels[kind],
    Téléphone: phone,
    État: smsLabels[state],
    Par: channel === 'whatsapp' ? 'WhatsApp' : 'SMS',
  }));
}

async function readSessions({ db }: Source, { id }: UserRow) {
  const rows = await findOwnSessions(db, id);
  return rows.map(({ device, createdAt, lastSeenAt, expiresAt }) => ({
    Appareil: device,
    'Connecté le': createdAt,
    'Vu le': lastSeenAt,
    'Jusqu’au': expiresAt,
  }));
}

async function readPayoutAccounts({ db }: Source, { id }: UserRow) {
  const rows = await findOwnPayoutAccounts(db, id);
  return rows.map(({ operator, phone }) => accountLine(operator, phone));
}

async function readPayouts({ db }: Source, { id }: UserRow) {
  const rows = await findOwnPayouts(db, id);
  return rows.map(({ askedAt, amount, state, operator, phone }) => ({
    Le: askedAt,
    'Montant (F)': amount,
    État: payoutLabels[state],
    ...accountLine(operator, phone),
  }));
}

async function readReaders({ db, clock }: Source, { id }: UserRow) {
  const { days } = await listOwnReaders({ db, clock, actor: { _id: id } });
  return days.flatMap(({ readers }) =>
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
