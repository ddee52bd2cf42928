import { Command } from 'commander';
import { createSuperAdmin } from './create-super-admin.ts';
import { explainFailure } from './explain-failure.ts';
import { importPharmacies } from './import-pharmacies.ts';
import { loadDemo } from './load-demo.ts';
import { speakFrench } from './speak-french.ts';

const program = speakFrench(new Command('amasin')).description('Commandes d’exploitation d’Amasin');

program
  .command('create-superadmin')
  .description('créer le compte d’un super administrateur')
  .requiredOption('--name <nom>', 'nom complet')
  .requiredOption('--email <email>', 'adresse e-mail de connexion')
  .requiredOption('--phone <téléphone>', 'téléphone du Bénin')
  .option('--password <mot de passe>', 'sans cette option, il est demandé')
  .action(createSuperAdmin);

program
  .command('demo')
  .description('remplir une base vide avec les données de démonstration')
  .action(loadDemo);

program
  .command('import-pharmacies')
  .description('ajouter à l’annuaire les pharmacies d’un fichier CSV, ou les mettre à jour')
  .argument('<fichier>', 'colonnes name, latitude, longitude, et si possible osm_id ; UTF-8')
  .action((file: string) => importPharmacies(file));

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
