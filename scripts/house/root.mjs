import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, wherever npm was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Ends the script with one line for the person, without a stack. */
export function giveUp(line) {
  console.error(line);
  process.exit(1);
}
