import { z } from 'zod';
import { encodingNames } from './encodings.ts';

/** A field of a line as people read it: what it was, and what it becomes. */
const importedField = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export type ImportedField = z.output<typeof importedField>;

export const importedLine = z.object({
  line: z.int(),
  /** Empty when the line cannot be read. */
  name: z.string(),
  fields: z.array(importedField),
  /** Why it is refused. */
  reason: z.string().nullable(),
});

export type ImportedLine = z.output<typeof importedLine>;

export const fileReading = z.object({ encoding: z.enum(encodingNames), text: z.string() });

/** Describes what an import would do with a file: counts, and the first hundred lines of each kind. */
export const importPreview = z.object({
  /** Names all that it does: an import with another digest is refused. */
  digest: z.string(),
  /** What its first lines with accents would be by encoding, when somebody has to choose one: nothing else is read then. */
  readings: z.array(fileReading),
  counts: z.object({
    read: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    waiting: z.int(),
    refused: z.int(),
  }),
  added: z.array(importedLine),
  changed: z.array(importedLine),
  /** Lines with an amount ten times the present one, or a tenth: without a confirmation they change nothing. */
  waiting: z.array(importedLine),
  refused: z.array(importedLine),
});

export type ImportPreview = z.output<typeof importPreview>;
