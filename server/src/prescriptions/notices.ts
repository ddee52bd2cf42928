import { formatDay } from '@amasin/domain/contract/format.ts';
import type { Message } from '../notifications/notify.ts';

interface Written {
  readonly authorId: string;
  readonly number: string;
}

/** Tells a prescriber, who reads the number of their own prescription. */
const toPrescriber = ({ authorId, number }: Written, title: string, message: string): Message => ({
  userId: authorId,
  title,
  message,
  link: `/doctor-dashboard?prescription=${number}`,
});

/** @param isWhole whether nothing of it remains to be ordered */
export const prescriptionUsed = (written: Written, isWhole: boolean): Message =>
  toPrescriber(
    written,
    isWhole ? 'Ordonnance utilisée' : 'Ordonnance entamée',
    `Votre ordonnance ${written.number} a été commandée${isWhole ? '' : ' en partie'}.`,
  );

export const restRenounced = (written: Written): Message =>
  toPrescriber(
    written,
    'Reste non pris',
    `Le reste de votre ordonnance ${written.number} ne sera pas pris : le patient l’a dit.`,
  );

export const canBeOrdered = (written: Written): Message =>
  toPrescriber(written, 'Ordonnance vérifiée', `Votre ordonnance ${written.number} peut être commandée.`);

export const prescriptionRefused = (written: Written): Message =>
  toPrescriber(
    written,
    'Ordonnance refusée',
    `Un pharmacien n’a pas accepté votre ordonnance ${written.number}. Elle ne peut plus être commandée.`,
  );

export const medicineRefused = (written: Written): Message =>
  toPrescriber(
    written,
    'Médicament refusé',
    `Un médicament de votre ordonnance ${written.number} n’a pas été accepté. Corrigez-la.`,
  );

/** Tells a customer. A locked telephone shows the text: it has no medicine, no name, and not the number, which opens it. */
const toCustomer = (userId: string, title: string, message: string): Message => ({
  userId,
  title,
  message,
  link: '/order',
});

/** Tells the customer who has proven the patient's telephone. */
export const prescriptionWaits = (customerId: string): Message =>
  toCustomer(
    customerId,
    'Une ordonnance vous attend',
    'Demandez son numéro à la personne qui l’a écrite, puis commandez.',
  );

/** @param day from when on it is no longer given, in Benin */
export const restEnds = (customerId: string, day: string): Message => ({
  ...toCustomer(
    customerId,
    'Il vous reste quelque chose à prendre',
    `Le reste de votre ordonnance se commande avant le ${formatDay(new Date(Date.parse(day)))}.`,
  ),
  link: '/dashboard',
});

export const canBePaid = (customerId: string): Message =>
  toCustomer(
    customerId,
    'Ordonnance vérifiée',
    'L’ordonnance que vous vouliez payer est prête : vous pouvez la commander.',
  );

export const canLeaveOut = (customerId: string): Message =>
  toCustomer(
    customerId,
    'Médicament refusé',
    'Un médicament de votre ordonnance ne peut pas être commandé. Vous pouvez prendre les autres.',
  );

export const cannotBeOrdered = (customerId: string): Message =>
  toCustomer(
    customerId,
    'Ordonnance refusée',
    'L’ordonnance que vous vouliez payer n’a pas été acceptée. Parlez-en à votre prescripteur.',
  );

/** Tells a pharmacist or a supervisor (rule 20). */
export const pricesToCheck = (
  userId: string,
  page: 'agent-dashboard' | 'supervisor-dashboard',
  medicines: number,
): Message => ({
  userId,
  title: 'Prix à vérifier',
  message:
    medicines === 1
      ? 'Une ordonnance attend la vérification du prix d’un médicament.'
      : `Une ordonnance attend la vérification du prix de ${medicines} médicaments.`,
  link: `/${page}?tab=verifier`,
});

/** Tells an in-house pharmacist (rule 39). */
export const prescriptionToCheck = (agentId: string): Message => ({
  userId: agentId,
  title: 'Ordonnance à vérifier',
  message: 'Une ordonnance d’un prescripteur non vérifié attend un pharmacien.',
  link: '/agent-dashboard?tab=verifier',
});
