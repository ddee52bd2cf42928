import type { SystemCtx } from '../../ctx.ts';
import { openPrintedPrescription } from '../../prescriptions/printing/open-printed-prescription.ts';
import { openStoredFile } from './open-stored-file.ts';

/** What a link shows. */
export interface Opened {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** What it is called on the reader's own disk. */
  readonly fileName: string;
}

/** Brings an object by what stands behind its prefix, as this person may see it; null where it is gone. */
export type Opener = (ctx: SystemCtx, name: string, userId: string) => Promise<Opened | null>;

/** What links can open, by the prefix of their object. */
export const openers: Readonly<Record<string, Opener>> = {
  file: openStoredFile,
  prescription: openPrintedPrescription,
};
