import { z } from 'zod';
import { id, moment } from '../contract/text.ts';

export const notification = z.object({
  _id: id,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: moment,
  /** Path of a page, or null. */
  link: z.string().nullable(),
});

export type Notification = z.output<typeof notification>;
