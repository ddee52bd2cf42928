import { z } from 'zod';
import { isChronological } from '../contract/dates.ts';
import { id, moment, optionalDay, plainText } from '../contract/text.ts';
import { userTypes } from '../contract/user-type.ts';
import { UUID } from '../contract/uuid.ts';
import { type AuditGroup, type AuditKind, auditGroups, auditKinds } from './actions.ts';

/**
 * States, amounts, names of fields and ids, and how the house is reached; no other text that a person wrote, and nothing about
 * health.
 */
export const auditDetails = z.object({
  /** The action of a timeline line, or what a general action did. */
  event: z.string().optional(),
  from: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  to: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  /** Names of the columns that were changed. */
  fields: z.array(z.string()).optional(),
  amount: z.number().optional(),
  count: z.number().optional(),
  /** A command of the server did it, not a person in the application. */
  by: z.literal('command').optional(),
});

export type AuditDetails = z.output<typeof auditDetails>;

const person = z.object({ _id: id, name: z.string() });

/** One line of the journal, as the super administrator reads it. */
export const auditLine = z.object({
  _id: id,
  at: moment,
  /** Null: the system or the command line. The type is what it was at that time. */
  actor: person.extend({ type: z.enum(userTypes).nullable() }).nullable(),
  /** The name of the actor, « Amasin » for the system, « La ligne de commande ». */
  author: z.string(),
  /** After a way back, a line of the later release may have an action or a kind that this release does not know. */
  action: z.string(),
  kind: z.string(),
  subject: z.string(),
  customer: person.nullable(),
  /** « a changé le prix de Paracétamol 500 mg : 500 F → 600 F » */
  text: z.string(),
});

export type AuditLine = z.output<typeof auditLine>;

const oneOf = <const V extends string>(values: readonly V[]) =>
  z.union([z.literal('').transform(() => undefined), z.enum(values)], { error: 'Filtre inconnu' }).optional();
const optionalId = z.union([z.literal('').transform(() => undefined), id]).optional();

const filters = {
  actor: optionalId,
  customer: optionalId,
  /** The id of a subject, or the number of an order or of a prescription. */
  subject: plainText(100).optional(),
  kind: oneOf<AuditKind>(auditKinds),
  group: oneOf<AuditGroup>(auditGroups),
  from: optionalDay,
  to: optionalDay,
};

const inOrder = { path: ['to'], message: 'La fin précède le début' };

export const auditExportFilters = z.object(filters).refine(isChronological, inOrder);

export const auditFilters = z
  .object({
    ...filters,
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(new RegExp(`^\\d{13}_${UUID}$`), 'Page inconnue')
      .optional(),
  })
  .refine(isChronological, inOrder);

/** A person who has seen something of a customer on one day, as the customer reads it. */
export const fileReader = z.object({
  /** Null for people who work for Amasin itself, who are named by their role only. */
  name: z.string().nullable(),
  type: z.enum(userTypes),
  kind: z.enum(auditKinds),
  /** The number of an order or of a prescription. */
  label: z.string().nullable(),
  changed: z.boolean(),
  /** The last time on that day. */
  at: moment,
});

export type FileReader = z.output<typeof fileReader>;
