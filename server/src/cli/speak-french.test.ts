import { Command } from 'commander';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { endPrograms, run } from '../testing/run-product.ts';
import { speakFrench } from './failures.ts';

let output: string;
let program: Command;

afterAll(endPrograms);

beforeEach(() => {
  output = '';
  const write = (text: string) => {
    output += text;
  };
  program = speakFrench(new Command('amasin')).exitOverride();
  program.configureOutput({ writeErr: write, writeOut: write });
  program.command('fill').description('remplir').requiredOption('--name <nom>', 'nom').action(write);
  program.command('read').description('lire').argument('<fichier>').action(write);
});

it.each([
  [['bonjour'], 'Commande inconnue : bonjour'],
  [['fill'], 'Option manquante : --name <nom>'],
  [['fill', '--name'], 'Valeur manquante : --name <nom>'],
  [['fill', '--name', 'x', '--vite'], 'Option inconnue : --vite'],
  [['fill', '--name', 'x', 'très', 'vite'], 'Arguments en trop : très, vite'],
  [['read'], 'Argument manquant : fichier'],
])('%j: %s', async (args, line) => {
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow();
  expect(output).toBe(`${line} (aide : npm run amasin -- --help)\n`);
});

it('prints its help in French', async () => {
  await expect(program.parseAsync(['--help'], { from: 'user' })).rejects.toThrow();
  expect(output).toBe(`Usage : amasin [options] [commande]

Options :
  -h, --help       aide

Commandes :
  fill [options]   remplir
  read <fichier>   lire
  help [commande]  aide d’une commande
`);
});

it('the amasin command reports errors in French', async () => {
  expect(await run('command', { args: ['bonjour'] }).ended).toEqual({
    code: 1,
    output: '',
    stderr: 'Commande inconnue : bonjour (aide : npm run amasin -- --help)\n',
  });
});
