import { randomBytes } from 'node:crypto';
import type { notificationEndpoints, pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { v7 } from 'uuid';
import { buildOrder } from '../builders/order.ts';
import { insertNotifications } from '../notifications/queries.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

async function insert({ server }: World, userId: string): Promise<string> {
  const id = v7();
  const createdAt = server.clock.now();
  await insertNotifications(server.db, [
    { id, userId, title: 'Essai', message: 'Rien de grave.', link: null, createdAt },
  ]);
  return id;
}

export const notificationScenarios: ScenariosOf<typeof notificationEndpoints> = {
  listNotifications: {
    legal: async (world, caller) => {
      await insert(world, caller.id);
      return {};
    },
    rows: async ({ server }, { id: userId }) => {
      const { id: orderId } = await buildOrder(server.db);
      const said = { userId, orderId, title: 'Essai', message: 'Rien de grave.', link: '/tracking' };
      const createdAt = server.clock.now();
      // The second notification of one order is added to the first.
      for (const id of [v7(), v7()]) await insertNotifications(server.db, [{ id, ...said, createdAt }]);
    },
    scope: async (world, caller) => {
      const other = world.people[caller.type].stranger;
      const own = [await insert(world, caller.id), await insert(world, caller.id)];
      await insert(world, other.id);
      return {
        input: { query: { limit: 200 } },
        read: ({ notifications, total, unread }) => ({
          ids: notifications.map(({ _id }: { _id: string }) => _id).sort(),
          total,
          unread,
        }),
        expected: { ids: own.sort(), total: 2, unread: 2 },
      };
    },
  },
  readNotification: {
    legal: async (world, caller) => ({ params: { id: await insert(world, caller.id) } }),
  },
  readAllNotifications: { legal: () => ({}) },
};

export const pushScenarios: ScenariosOf<typeof pushEndpoints> = {
  readPushKey: { legal: () => ({}) },
  subscribePush: {
    legal: () => ({
      body: {
        endpoint: `https://push.example/${randomBytes(8).toString('hex')}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
    }),
  },
  unsubscribePush: { legal: () => ({}) },
};
