import type { Command } from 'commander';
import { DrizzleQueryError } from 'drizzle-orm';
import { reasonOf } from '../start/log.ts';

/**
 * Explains a failure in one line for the operator. A failed query contains personal values, so only the database's reason is
 * printed.
 */
export function explainFailure(error: unknown): string {
  if (error instanceof DrizzleQueryError) {
    return `La base de données n’a pas pu répondre (${reasonOf(error.cause)}) : rien n’a été changé.`;
  }
  return reasonOf(error);
}

/** Commander's errors for an invalid command line, and their French texts; the group captures the invalid part. */
const sentences: readonly [RegExp, string][] = [
  [/unknown command '([^']+)'/, 'Commande inconnue :'],
  [/unknown option '([^']+)'/, 'Option inconnue :'],
  [/required option '([^']+)' not specified/, 'Option manquante :'],
  [/option '([^']+)' argument missing/, 'Valeur manquante :'],
  [/missing required argument '([^']+)'/, 'Argument manquant :'],
  [/too many arguments.* got \d+: (.+)\.$/, 'Arguments en trop :'],
];

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Usage :',
  'Arguments:': 'Arguments :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
};

/** Translates commander's messages. Must run before commands are added, which inherit it. */
export function speakFrench(program: Command): Command {
  return program
    .usage('[options] [commande]')
    .helpOption('-h, --help', 'aide')
    .helpCommand('help [commande]', 'aide d’une commande')
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({ outputError: (text, write) => write(`${translate(text.trim())}\n`) });
}

function translate(text: string): string {
  for (const [pattern, french] of sentences) {
    const found = pattern.exec(text);
    if (found) return `${french} ${found[1]} (aide : npm run amasin -- --help)`;
  }
  return text;
}
