import { z } from 'zod';

/** A field of a line as people read it: what it was, and what it becomes. */
const importedField = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export type ImportedField = z.output<typeof importedField>;

const importedLine = z.object({
  line: z.int(),
  /** Empty when the line cannot be read. */
  name: z.string(),
  fields: z.array(importedField),
  /** Why it is refused. */
  reason: z.string().nullable(),
});

export type ImportedLine = z.output<typeof importedLine>;

/** Describes what an import would do with a file: counts, and the first hundred lines of each kind. */
export const importPreview = z.object({
  /** Names all that it does: an import with another digest is refused. */
  digest: z.string(),
  counts: z.object({
    read: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
  added: z.array(importedLine),
  changed: z.array(importedLine),
  refused: z.array(importedLine),
});

export type ImportPreview = z.output<typeof importPreview>;
