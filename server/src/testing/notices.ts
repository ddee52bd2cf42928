import { like } from 'drizzle-orm';
import { notifications } from '../database/schema/notifications.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** The notifications about this order or transaction, in order: `[name in the test, title]`. */
export async function noticesOf(
  server: TestApp,
  mention: string,
  people: Readonly<Record<string, Visitor>>,
): Promise<[string, string][]> {
  const rows = await server.db
    .select({ userId: notifications.userId, title: notifications.title })
    .from(notifications)
    .where(like(notifications.message, `%${mention}%`))
    .orderBy(notifications.id);
  const names = new Map(Object.entries(people).map(([name, { row }]) => [row.id, name]));
  return rows.map(({ userId, title }) => [names.get(userId) ?? 'another user', title]);
}

/** The notifications of one person about this order, the latest first. */
export async function messagesTo({ call }: TestApp, person: Visitor, number: string): Promise<string[]> {
  const { body } = await call(person, 'GET', '/notifications');
  const list: { title: string; message: string }[] = body.notifications;
  return list
    .filter(({ message }) => message.includes(number))
    .map(({ title, message }) => `${title} : ${message}`);
}
