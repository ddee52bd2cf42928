import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { eq, sql } from 'drizzle-orm';
import { notifications } from '../database/schema/notifications.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** Lists what was said about this order or transaction, in order: `[name in the test, title]`. */
export async function noticesOf(
  server: TestApp,
  mention: string,
  people: Readonly<Record<string, Visitor>>,
): Promise<[string, string][]> {
  const rows = await server.db
    .select()
    .from(notifications)
    .where(sql`${notifications.message} || ${notifications.earlier}::text like ${`%${mention}%`}`)
    .orderBy(notifications.id);
  const names = new Map(Object.entries(people).map(([name, { row }]) => [row.id, name]));
  const said = rows.flatMap((row) => {
    const reader = names.get(row.userId) ?? 'another user';
    const sentences = [row, ...row.earlier].toReversed().filter(({ message }) => message.includes(mention));
    return sentences.map(({ title, createdAt }) => ({ reader, title, at: +new Date(createdAt) }));
  });
  return said.toSorted((one, other) => one.at - other.at).map(({ reader, title }) => [reader, title]);
}

/** Lists the sentences that one person has read about this order, in each notification the latest first. */
export async function messagesTo({ call }: TestApp, person: Visitor, number: string): Promise<string[]> {
  const { body } = await call(person, 'GET', '/notifications');
  return (body.notifications as Notification[])
    .flatMap((news) => [news, ...news.earlier])
    .filter(({ message }) => message.includes(number))
    .map(({ title, message }) => `${title} : ${message}`);
}

/** Lists the titles of what one person was told, the first one first. */
export async function titlesTo({ db }: TestApp, { id }: { readonly id: string }): Promise<string[]> {
  const rows = await db
    .select({ title: notifications.title })
    .from(notifications)
    .where(eq(notifications.userId, id))
    .orderBy(notifications.id);
  return rows.map(({ title }) => title);
}
