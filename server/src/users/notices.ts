import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { homes } from '@amasin/domain/users/pages.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { Message } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';

const ACTIVATED = 'Compte activé';
const DEACTIVATED = 'Compte désactivé';

/** The notification of an activated or deactivated account (rule 36). */
export function activeChanged({ id, type }: Pick<UserRow, 'id' | 'type'>, active: boolean): Message {
  const [title, message] = active
    ? [ACTIVATED, 'Votre compte est actif : vous pouvez l’utiliser.']
    : [DEACTIVATED, "Votre compte a été désactivé. Contactez l'administrateur."];
  return { userId: id, title, message, link: homes[type] };
}

/** Tells a super administrator that a prescriber has to be looked at again (rule 23). */
export const prescriberRenamed =
  (prescriberId: string) =>
  (userId: string): Message => ({
    userId,
    title: 'Prescripteur à vérifier',
    message: 'Un professionnel de santé vérifié a changé de nom : regardez à nouveau son diplôme.',
    link: `/cpanel/users?type=partnerDoctor&compte=${prescriberId}`,
    namesId: prescriberId,
  });

/** Tells a super administrator that staff have given an account another telephone, which opens it a day later (rule 49). */
export const phoneReplaced =
  (customerId: string) =>
  (userId: string): Message => ({
    userId,
    title: 'Numéro remplacé',
    message:
      'Un superviseur a remplacé le numéro perdu d’un client : le journal dit qui, et par quelles questions.',
    link: `/cpanel/users?type=customer&compte=${customerId}`,
    namesId: customerId,
  });

/** Notifications for the supervisors about orders to reassign; none when there are no orders. */
export async function ordersToReassign(
  db: Database,
  { id: namesId, name, type }: UserRow,
  orders: number,
): Promise<Message[]> {
  if (orders === 0) return [];
  const ids = await findUserIdsOfType(db, ['supervisor']);
  const count =
    orders === 1 ? '1 commande en cours est à confier' : `${orders} commandes en cours sont à confier`;
  return ids.map((userId) => ({
    userId,
    title: 'Commandes à confier',
    message: `Le compte de ${name} (${userTypeLabels[type]}) est désactivé : ${count} à quelqu’un d’autre.`,
    link: '/supervisor-dashboard',
    namesId,
  }));
}
