import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for a password on the terminal, without showing it, or reads a line of the input: never an argument, which other
 * users of the machine and the shell's history would see.
 * @throws Error with `nothing` at its end when none is given
 */
export async function askPassword(nothing: string): Promise<string> {
  // Hides what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stdout.write('Mot de passe : ');
  // At the end of input, `question` alone would never settle and Node would exit with code 0.
  const closed = once(lines, 'close').then(() => Promise.reject(new Error('closed')));
  try {
    return await Promise.race([lines.question(''), closed]);
  } catch {
    throw new Error(`Aucun mot de passe n’a été donné : ${nothing}.`);
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}
