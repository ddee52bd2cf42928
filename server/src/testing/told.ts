import { like } from 'drizzle-orm';
import { notifications } from '../database/schema/notifications.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** Who was told what of this order (or transaction), in the order of the telling: `[name in the test, title]`. */
export async function toldAbout(
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
  return rows.map(({ userId, title }) => [names.get(userId) ?? 'somebody else', title]);
}
