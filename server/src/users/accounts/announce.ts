import { userTypeLabels } from '@amasin/domain/users/user-type.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import type { Message } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';

const ACTIVATED = 'Compte activé';
const DEACTIVATED = 'Compte désactivé';

/** Tells a person what has become of their account (RULES 36). */
export function switched(userId: string, active: boolean): Message {
  return active
    ? { userId, title: ACTIVATED, message: 'Votre compte est actif : vous pouvez l’utiliser.', link: null }
    : {
        userId,
        title: DEACTIVATED,
        message: "Votre compte a été désactivé. Contactez l'administrateur.",
        link: null,
      };
}

/** Tells the supervisors that orders wait for somebody else (RELIABILITY R13); nobody where there are none. */
export async function leftOrders(db: Database, { name, type }: UserRow, orders: number): Promise<Message[]> {
  if (orders === 0) return [];
  const ids = await findUserIdsOfType(db, ['supervisor']);
  const many =
    orders === 1 ? '1 commande en cours est à confier' : `${orders} commandes en cours sont à confier`;
  return ids.map((userId) => ({
    userId,
    title: 'Commandes à confier',
    message: `Le compte de ${name} (${userTypeLabels[type]}) est désactivé : ${many} à quelqu’un d’autre.`,
    link: '/supervisor-dashboard',
  }));
}
