import { describeColumns } from '@amasin/domain/imports/columns.ts';
import { Command } from 'commander';
import {
  createSuperAdmin,
  endSessions,
  listStaff,
  removeSuperAdmin,
  resetSuperAdmin,
  switchSuperAdmin,
} from './accounts.ts';
import { backup, backupKey, restore, verify } from './backups.ts';
import { exportCustomer } from './export-person.ts';
import { explainFailure, speakFrench } from './failures.ts';
import { adopt, move } from './files.ts';
import { forgetRemoved } from './forget-removed.ts';
import { importStock } from './import-stock.ts';
import { importMedications, importPharmacies, importZones } from './imports.ts';
import { loadDemo } from './load-demo.ts';
import { migrate } from './migrate.ts';
import { checkPayments, holdMoney, reconcile, resumeMoney } from './money.ts';
import { showOld } from './retention.ts';
import { showVersion } from './show-version.ts';
import { tryRestore } from './try-restore.ts';
import { vapidKeys } from './vapid-keys.ts';

// Without a listener, a write to a closed pipe (`… | head`) would end the process before the work is done and the database stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const program = speakFrench(new Command('amasin')).description('Commandes d’exploitation d’Amasin');

program
  .command('create-superadmin')
  .description('créer le compte d’un super administrateur')
  .requiredOption('--name <nom>', 'nom complet')
  .requiredOption('--email <email>', 'adresse e-mail de connexion')
  .requiredOption('--phone <téléphone>', 'téléphone du Bénin')
  .action(createSuperAdmin);

program
  .command('reset-superadmin')
  .description(
    'donner un nouveau mot de passe à un super administrateur, retirer sa deuxième étape et fermer ses sessions',
  )
  .requiredOption('--email <email>', 'adresse e-mail de connexion')
  .action(resetSuperAdmin);

program
  .command('switch-superadmin')
  .description(
    'réactiver un super administrateur, ou le désactiver et fermer ses sessions ; il en reste un actif',
  )
  .requiredOption('--email <email>', 'adresse e-mail de connexion')
  .option('--off', 'le désactiver')
  .action(switchSuperAdmin);

program
  .command('delete-superadmin')
  .description('supprimer un super administrateur ; il en reste un actif')
  .requiredOption('--email <email>', 'adresse e-mail de connexion')
  .action(removeSuperAdmin);

program
  .command('end-sessions')
  .description('fermer les sessions d’un compte, ou de tous ; le serveur peut rester en marche')
  .option('--email <email>', 'adresse e-mail de connexion d’un professionnel')
  .option('--phone <téléphone>', 'téléphone d’un client')
  .option('--all', 'tous les comptes')
  .action(endSessions);

program
  .command('list-staff')
  .description('les comptes du personnel, leur sécurité et leurs sessions')
  .action(listStaff);

program
  .command('export-person')
  .description('écrire ce qu’Amasin sait d’un client, en JSON et en PDF ; noté dans le journal')
  .argument('<téléphone>', 'celui de son compte')
  .argument('[dossier]', 'où écrire les deux fichiers', '.')
  .action(exportCustomer);

program
  .command('retention')
  .description('dire ce que la prochaine nuit effacera, sans rien effacer')
  .action(showOld);

program
  .command('demo')
  .description('remplir une base vide avec les données de démonstration')
  .action(loadDemo);

const columnsOf = (list: Parameters<typeof describeColumns>[0]) => {
  const { needed, others } = describeColumns(list);
  return `colonnes ${needed}, et si possible ${others}`;
};

const PREVIEW = ['--preview', 'dire seulement ce que l’import ferait'] as const;
const ANYWAY = [
  '--anyway',
  'importer aussi un montant dix fois plus haut ou plus bas qu’aujourd’hui',
] as const;
const ENCODING = ['--encoding <nom>', 'comment lire les accents, quand la commande le demande'] as const;

program
  .command('import-pharmacies')
  .description('ajouter à l’annuaire les pharmacies d’un fichier CSV, ou les mettre à jour')
  .argument('<fichier>', columnsOf('pharmacies'))
  .option(...PREVIEW)
  .option(...ANYWAY)
  .option(...ENCODING)
  .action(importPharmacies);

program
  .command('import-medications')
  .description(
    'ajouter au catalogue les médicaments d’une liste de prix CSV, ou de la base publique française',
  )
  .argument(
    '<fichier>',
    `${columnsOf('medications')} ; ou CIS_bdpm.txt, avec CIS_CIP_bdpm.txt et CIS_COMPO_bdpm.txt à côté`,
  )
  .option(...PREVIEW)
  .option(...ANYWAY)
  .option(...ENCODING)
  .action(importMedications);

program
  .command('import-zones')
  .description('ajouter les zones de livraison d’un fichier CSV, ou les compléter')
  .argument('<fichier>', columnsOf('zones'))
  .option('--price <francs>', 'frais des nouvelles zones qui n’en ont pas dans le fichier')
  .option(...PREVIEW)
  .option(...ANYWAY)
  .option(...ENCODING)
  .action(importZones);

program
  .command('import-stock')
  .description('remplacer la liste d’une pharmacie, ce qu’elle a et n’a pas, par un fichier CSV')
  .argument('<fichier>', columnsOf('stock'))
  .requiredOption('--pharmacy <email>', 'adresse e-mail de connexion de la pharmacie')
  .option(...PREVIEW)
  .option(...ANYWAY)
  .option(...ENCODING)
  .action(importStock);

program
  .command('version')
  .description('dire la version, le commit et le schéma de ce programme, sans ouvrir la base')
  .action(showVersion);

program
  .command('migrate')
  .description('mettre la base à jour pour cette version, avant de la démarrer')
  .option('--check', 'dire seulement ce qui serait fait')
  .option('--stopped', 'la version précédente est arrêtée, quand elle ne sert pas la base mise à jour')
  .action(migrate);

program
  .command('backup')
  .description(
    'sauvegarder la base et les fichiers, chiffrés par BACKUP_KEY ; le serveur peut rester en marche ; code 1 s’il manque un fichier',
  )
  .argument(
    '<fichier>',
    'ne doit pas exister ; ou un dossier, où le fichier prend sa date ; ou - pour la sortie',
  )
  .option('--keep <nombre>', 'dans un dossier, garder ce nombre de sauvegardes')
  .option('--known-lost <nombre>', 'ce nombre de fichiers est perdu pour de bon')
  .action(backup);

program
  .command('verify-backup')
  .description('relire une sauvegarde et comparer tout à ses sommes de contrôle, sans toucher à la base')
  .argument('<fichier>', 'ce qu’a écrit backup ; d’un dossier, la dernière')
  .action(verify);

program
  .command('try-restore')
  .description('restaurer une sauvegarde dans une base provisoire, compter, puis tout effacer')
  .argument('<fichier>', 'ce qu’a écrit backup')
  .action(tryRestore);

program
  .command('restore')
  .description('remettre une sauvegarde dans une base vide')
  .argument('<fichier>', 'ce qu’a écrit backup')
  .option('--plain', 'accepter une sauvegarde qui n’est pas chiffrée')
  .action(restore);

program
  .command('forget-removed')
  .description('après une restauration, supprimer de nouveau les comptes supprimés depuis la sauvegarde')
  .argument('[fichier]', 'leur liste ; sans lui, celle de DATA_DIR')
  .action((file?: string) => forgetRemoved(file));

const files = program.command('files').description('les fichiers déposés : leur stockage');

files
  .command('move')
  .description(
    'copier les fichiers vers l’autre stockage, et les comparer ; le serveur peut rester en marche',
  )
  .argument('<vers>', 'folder ou s3')
  .option('--empty', 'ôter de l’ancien stockage chaque fichier copié, une fois FILES changé')
  .action(move);

files
  .command('adopt')
  .description('déclarer que le stockage des réglages est celui de cette base')
  .action(adopt);

program
  .command('backup-key')
  .description('créer une clé pour chiffrer et sceller les sauvegardes')
  .action(backupKey);

program
  .command('check-payments')
  .description('essayer les clés du prestataire de paiement, et donner l’adresse à inscrire chez lui')
  .action(checkPayments);

program
  .command('reconcile')
  .description(
    'comparer avec les prestataires de paiement : ce qu’ils ont et pas cette base, et l’inverse ; ne change rien',
  )
  .requiredOption('--since <date>', 'depuis ce jour, par exemple 2026-11-28')
  .action(reconcile);

program
  .command('hold-money')
  .description(
    'après une restauration faite sans restore, retenir remboursements, versements, messages et suivi des paiements ; serveur arrêté',
  )
  .requiredOption(
    '--since <date>',
    'l’instant auquel la base a été ramenée, par exemple 2026-11-28T10:30:00+01:00',
  )
  .action(holdMoney);

program
  .command('resume-money')
  .description(
    'après une restauration, laisser repartir remboursements, versements, messages et suivi des paiements ; le serveur peut rester en marche',
  )
  .action(resumeMoney);

program
  .command('vapid-keys')
  .description('créer les clés des alertes envoyées aux applications fermées')
  .action(vapidKeys);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
