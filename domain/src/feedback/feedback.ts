import { z } from 'zod';
import { id, moment, optionalText } from '../contract/text.ts';
import { FEEDBACK_NOTE_MAX, outcomes, wrongs } from './answer.ts';

/** The answer of a customer to « Tout va bien ? », as she reads it. */
export const ownFeedback = z.object({
  /** Null before she has answered. */
  answer: z
    .object({
      /** Empty when all is well. */
      wrongs: z.array(z.enum(wrongs)),
      note: z.string().nullable(),
      answeredAt: moment,
      /** When a supervisor had dealt with what was wrong. */
      handledAt: moment.nullable(),
    })
    .nullable(),
  /** Until when she may answer, or change her answer; null when she may not. */
  until: moment.nullable(),
});

export type OwnFeedback = z.output<typeof ownFeedback>;

/** Body of PUT /orders/{id}/feedback; no wrong says that all is well. */
export const feedbackAnswer = z.object({
  wrongs: z
    .array(z.enum(wrongs, { error: 'Indiquez ce qui n’allait pas' }), {
      error: 'Indiquez ce qui n’allait pas',
    })
    .max(wrongs.length, 'Indiquez chaque raison une seule fois')
    .transform((given) => wrongs.filter((wrong) => given.includes(wrong))),
  /** For supervisors; dropped when all is well. */
  note: optionalText(FEEDBACK_NOTE_MAX),
});

export type FeedbackAnswer = z.output<typeof feedbackAnswer>;

const person = z.object({ _id: id, name: z.string() });

/** A complaint about a delivered order, for supervisors. */
export const feedback = z.object({
  _id: id,
  order: z.object({ _id: id, number: z.string() }),
  customer: z.object({ name: z.string(), phone: z.string().nullable() }),
  pharmacy: z.string().nullable(),
  deliveryPerson: z.string().nullable(),
  zone: z.string(),
  wrongs: z.array(z.enum(wrongs)),
  note: z.string().nullable(),
  answeredAt: moment,
  /** Null while it waits. */
  handled: z
    .object({ by: z.string(), at: moment, outcome: z.enum(outcomes), note: z.string().nullable() })
    .nullable(),
});

export type Feedback = z.output<typeof feedback>;

/** Body of POST /feedback/{id}/outcome. */
export const feedbackOutcome = z.object({
  /** The answer that was read: one that was changed since is read again. */
  read: z.object({
    wrongs: z.array(z.enum(wrongs)).max(wrongs.length),
    note: optionalText(FEEDBACK_NOTE_MAX),
  }),
  outcome: z.enum(outcomes, { error: 'Indiquez ce qui a été fait' }),
  /** For supervisors only. */
  note: optionalText(FEEDBACK_NOTE_MAX),
});

export type FeedbackOutcome = z.output<typeof feedbackOutcome>;

const count = z.int().min(0);

const counted = person.extend({ answers: count, wrong: count });

/** The answers of the last 30 days, those with most wrong first. */
export const feedbackCounts = z.object({
  answers: count,
  wrong: count,
  pharmacies: z.array(counted),
  deliveryPersons: z.array(counted),
  zones: z.array(counted),
});

export type FeedbackCounts = z.output<typeof feedbackCounts>;
