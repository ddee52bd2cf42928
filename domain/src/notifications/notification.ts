import { z } from 'zod';
import { id, moment } from '../contract/text.ts';

/** Number of earlier sentences that a notification keeps. */
export const MAX_EARLIER = 10;

export const notification = z.object({
  /** Unchanged when the notification of an order gets its next sentence. */
  _id: id,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: moment,
  /** Path of a page, or null. */
  link: z.string().nullable(),
  /** The former sentences about the same order, newest first. */
  earlier: z.array(z.object({ title: z.string(), message: z.string(), createdAt: moment })),
});

export type Notification = z.output<typeof notification>;
