import { createECDH } from 'node:crypto';
import { bearers } from '@amasin/domain/claims/lifecycle.ts';
import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { HouseIdentity } from '@amasin/domain/house/identity.ts';
import { type HouseSettings, houseLimits, houseSettingNames } from '@amasin/domain/house/settings.ts';
import { type InquiryMode, inquiryModes } from '@amasin/domain/inquiries/inquiry.ts';
import { type SmsMoment, smsMoments } from '@amasin/domain/sms/kinds.ts';
import { blockingRules } from '@amasin/domain/warnings/warnings.ts';
import { z } from 'zod';
import { type ContactSettings, contactSchema, readContact } from './settings/contact-settings.ts';
import { readFirebaseSettings } from './settings/firebase-settings.ts';
import { flag, givenSettings, inCode, isEncrypted, readSettings, secret } from './settings/formats.ts';
import { readIdentity } from './settings/identity-settings.ts';
import { OperatorError } from './settings/operator-error.ts';
import { paymentProviders, readProviderSettings } from './settings/payment-settings.ts';
import { refuseWithoutEffect } from './settings/refuse-without-effect.ts';
import { readSecretFiles } from './settings/secret-files.ts';
import { readSmsSettings, smsMomentsSetting } from './settings/sms-settings.ts';
import { readS3Settings } from './settings/store-settings.ts';
import { readWhatsAppSettings } from './settings/whatsapp-settings.ts';

/** A whole number; zod describes its limits (settings/documents.ts). */
const whole = (minimum: number, maximum: number) =>
  z.coerce
    .number({ error: 'un nombre entier' })
    .int('un nombre entier')
    .min(minimum, `au moins ${minimum}`)
    .max(maximum, `au plus ${maximum}`);

/** A collector may be on the same private network, without encryption: traces have no personal data. */
const collector = z
  .string()
  .regex(/^https?:\/\//, 'une adresse http://… ou https://…')
  .refine(URL.canParse, 'une adresse http://… ou https://…')
  .meta({ form: '`http://…` ou `https://…`' });

/** Super administrators have to in any case, and customers sign in by another door. */
const secondFactorTypes = userTypes.filter((type) => type !== 'superAdmin' && type !== 'customer');
const SECOND_FACTOR_TYPES = `${secondFactorTypes.join(', ')} ou none`;
const secondFactorSetting = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(z.array(z.enum(secondFactorTypes, { error: SECOND_FACTOR_TYPES }), { error: SECOND_FACTOR_TYPES }));

const WARNING_RULES = `${blockingRules.join(', ')} ou none`;
const warningsOffSetting = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(z.array(z.enum(blockingRules, { error: WARNING_RULES }), { error: WARNING_RULES }));

const PROVIDER_NAMES = 'sandbox, none, fedapay, kkiapay ou portal';

/** The settings that start the process. Operators read the `meta` of each (settings/documents.ts). */
const processSettings = {
  NODE_ENV: z.string().default('development').meta({
    theme: 'demo',
    description:
      '`production` : hors démonstration, même avec la base embarquée ; `DEMO` décide s’il est donné',
    form: '`production` ou un autre mot',
  }),
  PORT: whole(0, 65_535).default(3000).meta({
    theme: 'server',
    description:
      'le port où le serveur écoute ; 0 : un port libre, dit au démarrage ; sans effet avec `deploy/amasin.socket`',
  }),
  HOST: z.string().optional().meta({
    theme: 'server',
    description: 'l’adresse de cette machine où le serveur écoute ; sans effet avec `deploy/amasin.socket`',
    form: 'une adresse IP ou un nom de cette machine',
    without: 'toutes les interfaces ; en démonstration, cette machine seule (127.0.0.1)',
  }),
  METRICS_PORT: whole(0, 65_535).optional().meta({
    theme: 'metrics',
    description: 'le port de `/metrics`, à part et sans mot de passe : ne l’ouvrez pas au-dehors',
    without: 'pas de mesures',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({
    theme: 'metrics',
    description:
      'l’adresse où `/metrics` se lit ; à changer seulement pour un Prometheus d’une autre machine du même réseau privé',
    form: 'une adresse IP ou un nom de cette machine',
  }),
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/, 'un commit de git')
    .optional()
    .meta({
      theme: 'metrics',
      description: 'le commit de cette version, dit par les mesures ; à donner par qui construit une image',
      form: '7 à 40 chiffres hexadécimaux',
      without: 'celui du dossier `.git`, s’il y en a un',
    }),
  // OpenTelemetry reads its other variables itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional().meta({
    theme: 'metrics',
    description:
      'le collecteur OpenTelemetry qui reçoit les traces, par `http/protobuf`, sous `/v1/traces` : [alertes.md](alertes.md#les-traces)',
    without: 'pas de traces',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional().meta({
    theme: 'metrics',
    description: 'la même chose, avec l’adresse entière',
    without: '`OTEL_EXPORTER_OTLP_ENDPOINT`',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'http/protobuf, le seul que nous parlons' })
    .default('http/protobuf')
    .meta({ theme: 'metrics', description: 'comment les traces partent', form: '`http/protobuf`' }),
  OTEL_SDK_DISABLED: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .default(false)
    .meta({
      theme: 'metrics',
      description: '`true` : pas de traces, même avec un collecteur',
      form: '`true` ou un autre mot',
      without: 'les traces partent s’il y a un collecteur',
    }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'une adresse postgresql://…')
    .optional()
    .meta({
      theme: 'data',
      description:
        'un PostgreSQL 15 ou plus récent, avec `pg_trgm`, `unaccent`, `cube` et `earthdistance` (cette dernière créée par un administrateur de la base si le compte n’en est pas un) ; joint directement, pas par PgBouncer en mode transaction',
      form: '`postgresql://compte:mot-de-passe@machine/base`',
      without: 'un PostgreSQL 18 embarqué, dans `DATA_DIR`',
      isSecret: true,
    }),
  // One process keeps about one core of the database busy: more connections compete for the cores, and each plans every statement
  // for itself. The embedded PostgreSQL accepts a hundred.
  DATABASE_CONNECTIONS: whole(2, 90).default(4).meta({
    theme: 'data',
    description:
      'connexions de ce processus à la base ; davantage si elle est loin ou si son disque est lent',
  }),
  DATA_DIR: z.string().min(1).default('./data').meta({
    theme: 'data',
    description:
      'le dossier de la base embarquée et, avec `FILES=folder`, des fichiers déposés (ordonnances, cartes d’assurance) ; le même pour tous les serveurs s’il y en a plusieurs',
    form: 'un dossier',
  }),
  FILES: z.enum(['folder', 's3'], { error: 'folder ou s3' }).default('folder').meta({
    theme: 'data',
    description:
      'où sont les fichiers déposés : `folder`, dans `DATA_DIR` ; `s3`, dans un stockage S3, que plusieurs serveurs partagent',
  }),
  DEMO: flag.optional().meta({
    theme: 'demo',
    description:
      '1 : les données, les secrets, les SMS et le paiement de démonstration sont permis, et les clés d’argent réel refusées ; 0 : l’inverse, et ce qui les remplace est à donner',
    without: '1 avec la base embarquée, sauf si `NODE_ENV` est `production` ; sinon 0',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace ou silent',
    })
    .default('warn')
    .meta({
      theme: 'server',
      description: 'ce que le serveur écrit dans son journal : ce niveau et les plus graves',
    }),
  DRAIN_SECONDS: whole(0, 60).default(0).meta({
    theme: 'server',
    description:
      'secondes entre la demande d’arrêt et l’arrêt, pendant lesquelles tout est servi mais `/health/ready` répond 503 : davantage que l’intervalle des questions d’un répartiteur ; `TimeoutStopSec` de systemd doit valoir 16 de plus : [echelle.md](echelle.md#redémarrer-sans-rien-perdre)',
  }),
  TRUST_PROXY: whole(0, 10).default(0).meta({
    theme: 'server',
    description:
      'nombre de mandataires devant le serveur, dont il croit l’adresse transmise ; à 0, une adresse transmise est signalée une fois au journal',
  }),
  PAYMENT_PROVIDER: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z
        .array(z.enum(['sandbox', 'none', ...paymentProviders], { error: PROVIDER_NAMES }), {
          error: PROVIDER_NAMES,
        })
        .refine((names) => new Set(names).size === names.length, 'chaque prestataire une seule fois')
        .refine((names) => names.length === 1 || !names.includes('none'), 'none seul'),
    )
    .optional()
    .meta({
      theme: 'payments',
      description:
        'un prestataire de paiement, ou plusieurs, le préféré d’abord ; `sandbox` : celui de démonstration ; `none` : aucun paiement',
      form: '`fedapay`, `kkiapay`, `portal`, `sandbox`, séparés par des virgules, ou `none` seul',
      without: '`sandbox` en démonstration ; sinon le démarrage est refusé',
    }),
  PAYMENT_LICENCE: z.string().max(200, 'un texte de 200 caractères au plus').optional().meta({
    theme: 'payments',
    description:
      'l’agrément du prestataire de paiement : son numéro et sa date à la BCEAO, ou la banque qui le porte',
    form: 'un texte de 200 caractères au plus',
    without: 'le démarrage et `check-payments` le rappellent, hors démonstration',
  }),
  DEMO_OPERATORS: flag.default(false).meta({
    theme: 'demo',
    description: '1 : le paiement de démonstration laisse choisir l’opérateur',
  }),
  PAYMENT_SECRET: secret.optional().meta({
    theme: 'demo',
    description: 'signe les appels du paiement de démonstration ; inutile avec un autre prestataire',
    without: 'un secret connu de tous',
  }),
  LINK_SECRET: secret.optional().meta({
    theme: 'server',
    description:
      'signe les liens vers les ordonnances et les cartes d’assurance, et protège les deuxièmes étapes de connexion et les SMS en attente ; pour le changer sans rien perdre : [secrets.md](secrets.md#link_secret)',
    without: 'un secret connu de tous en démonstration ; sinon le démarrage est refusé',
  }),
  LINK_SECRET_OLD: secret.optional().meta({
    theme: 'server',
    description:
      'l’ancien `LINK_SECRET` : ce qu’il a signé ou scellé vaut encore, et est scellé de nouveau au démarrage, qui dit quand l’ôter',
    without: 'seul `LINK_SECRET` vaut',
  }),
  BACKUP_KEY: secret.optional().meta({
    theme: 'data',
    description:
      'chiffre et scelle les sauvegardes ; `npm run amasin -- backup-key` en crée une ; gardez-en une copie ailleurs qu’elles',
    without: 'pas de sauvegarde ; en démonstration, des sauvegardes en clair',
  }),
  // At 150 requests a second about five are in progress, and up to a hundred in the first seconds of a process, when nothing is
  // planned or compiled yet. Two cores finish a hundred in half a second.
  MAX_BUSY: whole(10, 10_000).default(100).meta({
    theme: 'server',
    description:
      'appels servis à la fois ; les suivants sont refusés aussitôt (503) ; pour deux cœurs : davantage avec plus de cœurs, après l’exercice `overload`',
  }),
  SMS_PROVIDER: z.enum(['embedded', 'none', 'http'], { error: 'embedded, none ou http' }).optional().meta({
    theme: 'messages',
    description:
      '`http` : un vendeur de SMS ; `none` : rien ne part ; `embedded`, en démonstration seulement : les messages se lisent dans le journal et sur `/api/dev/sms`',
    without: '`embedded` en démonstration ; sinon `none`',
  }),
  PHONE_VERIFICATION: z.enum(['sms', 'firebase'], { error: 'sms ou firebase' }).default('sms').meta({
    theme: 'messages',
    description:
      'qui envoie le code du mot de passe oublié : `sms`, Amasin par `SMS_PROVIDER` ; `firebase`, Google',
  }),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#]+\/?$/, 'une adresse https://… sans chemin')
    .refine(URL.canParse, 'une adresse https://… sans chemin')
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      theme: 'server',
      description:
        'l’adresse publique du site : liens canoniques, aperçus des liens partagés, plan du site, retour de FedaPay, adresse des accusés de SMS',
      form: '`https://…` sans chemin ; `http://…` en démonstration, ou sur cette machine',
      without: 'rien de tout cela ; le démarrage est refusé avec FedaPay',
    }),
  HOUSE_COLOR: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'une couleur, #0a7f5a')
    .optional()
    .meta({
      theme: 'contact',
      description:
        'la couleur de la maison : boutons, liens, marques, en clair et en sombre, et barre de l’application installée ; ses nuances sont aussi claires que les nôtres, donc aussi lisibles ; les icônes et les papiers restent verts',
      form: '`#` et six chiffres hexadécimaux',
      without: 'le vert d’Amasin',
    }),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'une clé de vapid-keys')
    .optional()
    .meta({
      theme: 'alerts',
      description:
        'la clé publique des alertes ; la changer fait attendre chaque appareil jusqu’à sa prochaine visite',
      form: 'ce qu’écrit `npm run amasin -- vapid-keys`',
      without: 'pas d’alertes, et l’écran ne les propose pas',
    }),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'une clé de vapid-keys')
    .optional()
    .meta({
      theme: 'alerts',
      description: 'la clé privée qui va avec la clé publique',
      form: 'ce qu’écrit `npm run amasin -- vapid-keys`',
      without: 'pas d’alertes',
      isSecret: true,
    }),
  VAPID_SUBJECT: z
    .string()
    // A host without a domain is refused: so does Apple's push service, each message, while others deliver them.
    .regex(/^(?:mailto:[^@\s]+@|https:\/\/)[^@\s/:.]+\.[^@\s]+$/, 'mailto:… ou https://…')
    .refine(URL.canParse, 'mailto:… ou https://…')
    .optional()
    .meta({
      theme: 'alerts',
      description: 'à qui un service d’alertes peut écrire',
      form: '`mailto:vous@exemple.bj` ou `https://…`',
      without: 'pas d’alertes',
    }),
};

/** The settings of the product: actions read `UNPAID_DAYS` as `ctx.settings.unpaidDays`. */
const productSettings = {
  COURIER_FEE_KEPT_PERCENT: whole(0, 100).default(0).meta({
    theme: 'payments',
    description: 'ce que la maison garde du prix de chaque livraison, pour cent ; le reste est dû au livreur',
  }),
  PAYOUTS: z.enum(['provider', 'manual'], { error: 'provider ou manual' }).default('manual').meta({
    theme: 'payments',
    description:
      '`provider` : FedaPay verse aux partenaires qui ont dit où ; `manual` : ils sont payés à la main, puis c’est noté',
  }),
  DESK_SESSION_HOURS: whole(1, 8_760).default(12).meta({
    theme: 'sessions',
    description:
      'heures que dure la session d’un super administrateur, d’un superviseur ou d’un pharmacien interne',
  }),
  DESK_IDLE_MINUTES: whole(2, 100_000).default(30).meta({
    theme: 'sessions',
    description: 'minutes sans rien faire après lesquelles cette session finit plus tôt',
  }),
  SECOND_FACTOR_TYPES: secondFactorSetting.default([]).meta({
    theme: 'sessions',
    description:
      'types de comptes, autres que les super administrateurs, qui ne font rien avant d’avoir activé la deuxième étape de leur connexion',
    form: `${inCode(secondFactorTypes)}, séparés par des virgules, ou \`none\``,
    without: 'les super administrateurs seuls',
  }),
  PARTNER_SESSION_DAYS: whole(1, 365).default(30).meta({
    theme: 'sessions',
    description: 'jours que dure la session d’un livreur, d’une pharmacie ou d’un prescripteur',
  }),
  CUSTOMER_SESSION_DAYS: whole(1, 365).default(30).meta({
    theme: 'sessions',
    description: 'jours que dure la session d’un client',
  }),
  PHONE_PROOF: flag.optional().meta({
    theme: 'messages',
    description:
      '1 : un client confirme son téléphone par un code, une fois, avant sa première photo, carte d’assurance ou consultation ; demande un vendeur de SMS, WhatsApp ou Firebase',
    without: '`1` hors démonstration, si des codes peuvent partir ; sinon `0`',
  }),
  SMS_MOMENTS: smsMomentsSetting.default([...smsMoments]).meta({
    theme: 'messages',
    description: 'ce que les clients apprennent par message, s’il y a un vendeur ; `none` : rien',
    form: `${inCode(smsMoments)}, séparés par des virgules, ou \`none\``,
  }),
  PROMISE_MINUTES: whole(...houseLimits.promiseMinutes)
    .default(120)
    .meta({
      theme: 'orders',
      description:
        'minutes après le paiement où une commande est promise : l’horloge des listes et les retards en dépendent',
    }),
  UNPAID_DAYS: whole(1, 365).default(7).meta({
    theme: 'orders',
    description:
      'jours sans rien de nouveau après lesquels une commande qui attend son client (ordonnance lue et pas payée, ou autre photo demandée) est annulée',
  }),
  PRESCRIPTION_DAYS: whole(1, 3_650).default(90).meta({
    theme: 'orders',
    description:
      'jours après lesquels une ligne d’ordonnance écrite ici n’est plus délivrée, si le prescripteur n’a pas mis de date ; le temps des renouvellements s’y ajoute',
  }),
  PHOTO_PRESCRIPTION_DAYS: whole(1, 3_650).default(90).meta({
    theme: 'orders',
    description: 'le même délai pour une ordonnance lue sur une photo',
  }),
  SUBSTITUTE_MINUTES: whole(5, 1_440).default(30).meta({
    theme: 'orders',
    description:
      'minutes qu’ont le pharmacien, puis le prescripteur, puis le client, pour répondre sur un autre médicament proposé',
  }),
  ASK_PHARMACIES: z.enum(inquiryModes, { error: 'never, prescribed ou always' }).optional().meta({
    theme: 'orders',
    description:
      'les pharmacies disent ce qu’elles ont avant que le client paie : `never` (jamais), `prescribed` (photo et code d’ordonnance), `always` (toujours)',
    form: '`never`, `prescribed` ou `always`',
    without: '`always` ; `prescribed` en démonstration',
  }),
  PAY_WITHOUT_WAITING: flag.default(true).meta({
    theme: 'orders',
    description:
      '1 : le client peut payer sans attendre la réponse d’une pharmacie, et ce qui manque lui revient ensuite',
  }),
  ASK_SMS_MINUTES: whole(1, 120).default(4).meta({
    theme: 'orders',
    description:
      'minutes après lesquelles une pharmacie qui n’a pas ouvert une demande reçoit un SMS, le jour',
  }),
  ASK_NEXT_MINUTES: whole(1, 240).default(10).meta({
    theme: 'orders',
    description:
      'minutes après lesquelles la pharmacie suivante est demandée, si celle-ci n’a pas répondu, le jour',
  }),
  ASK_SMS_NIGHT_MINUTES: whole(1, 120).default(4).meta({
    theme: 'orders',
    description: 'le même délai que `ASK_SMS_MINUTES`, la nuit, de 22 h à 8 h',
  }),
  ASK_NEXT_NIGHT_MINUTES: whole(1, 240).default(10).meta({
    theme: 'orders',
    description: 'le même délai que `ASK_NEXT_MINUTES`, la nuit',
  }),
  HANDOVER_CODE: flag.default(true).meta({
    theme: 'orders',
    description:
      '1 : le livreur demande à la remise les quatre chiffres que le client reçoit au départ ; 0 : aucun code n’est donné ni demandé',
  }),
  WAIT_MINUTES: whole(1, 240).default(10).meta({
    theme: 'orders',
    description:
      'minutes qu’un livreur attend devant la porte avant que son retour soit payé, si le client reste absent',
  }),
  RETURN_FEE_PERCENT: whole(0, 100).default(50).meta({
    theme: 'orders',
    description: 'part des frais de livraison due au livreur pour ce retour, en pour cent ; 0 : rien',
  }),
  STOCK_HOURS: whole(1, 720).default(24).meta({
    theme: 'orders',
    description: 'heures pendant lesquelles la liste d’une pharmacie, ce qu’elle a et n’a pas, est crue',
  }),
  WARNINGS_OFF: warningsOffSetting.default([]).meta({
    theme: 'orders',
    description:
      'ce qui n’est plus signalé à la pharmacie qui prépare : `duplicate` (même substance deux fois), `recent` (déjà commandée en 7 jours), `adult-form`, `child-form`, `allergy` ; les comptes sont sous « Après la livraison »',
    form: 'des noms séparés par des virgules, ou `none`',
    without: '`none`',
  }),
  FEEDBACK_HOURS: whole(0, 48).default(3).meta({
    theme: 'orders',
    description:
      'heures après la livraison où le client est prié de dire si tout va bien, entre 7 h et 20 h 30 ; 0 : il n’est pas prié',
  }),
  HEALTH_AUTHORITY: z
    .string()
    .max(200, 'une ligne de 200 caractères au plus')
    .default('Agence béninoise du médicament et des autres produits de santé (ABMed)')
    .meta({
      theme: 'contact',
      description: 'l’autorité à qui les effets indésirables et les défauts de qualité sont déclarés',
      form: 'une ligne de 200 caractères au plus',
    }),
  KEEP_PHOTOS_DAYS: whole(0, 36_500)
    .refine((days) => days === 0 || days >= 30, '0, ou au moins 30')
    .default(730)
    .meta({
      theme: 'keeping',
      description:
        'jours après la fin d’une commande ou d’une consultation où ses photos et fichiers (ordonnance, carte, message) sont effacés ; 0 : gardés tant que la commande garde son contenu',
      form: '0, ou un nombre entier de 30 à 36 500',
    }),
  KEEP_ORDERS_YEARS: whole(0, 100).default(10).meta({
    theme: 'keeping',
    description:
      'années après la fin d’une commande où son adresse, ses médicaments et son ordonnance sont effacés ; aussi ordonnances jamais utilisées, consultations terminées, paiements sans suite et notifications de cet âge ; 0 : gardés sans limite',
  }),
  KEEP_DECLARED_YEARS: whole(0, 100)
    .refine((years) => years === 0 || years >= 10, '0, ou au moins 10')
    .default(10)
    .meta({
      theme: 'keeping',
      description:
        'années après sa déclaration à l’autorité où un signalement est effacé, s’il l’est plus tard que sa commande ; 0 : gardé sans limite',
      form: '0, ou un nombre entier de 10 à 100',
    }),
  KEEP_JOURNAL_YEARS: whole(0, 100)
    .refine((years) => years === 0 || years >= 5, '0, ou au moins 5')
    .default(5)
    .meta({
      theme: 'keeping',
      description:
        'années que dure une ligne du journal ou une ouverture de fichier ; la base refuse d’en effacer une de moins de cinq ans ; 0 : gardées sans limite',
      form: '0, ou un nombre entier de 5 à 100',
    }),
  COURIER_SEES_HOURS: whole(1, 720).default(24).meta({
    theme: 'keeping',
    description:
      'heures après la livraison ou l’annulation où le livreur voit encore le téléphone et l’adresse du client',
  }),
  EMERGENCY_NUMBER: z
    .string()
    .regex(/^\+?[0-9 ]{2,20}$/, 'un numéro de téléphone')
    .default('112')
    .meta({
      theme: 'contact',
      description:
        'le numéro des urgences, écrit dans les consultations et pour qui réagit mal à un médicament',
      form: 'un numéro de téléphone',
    }),
  MAINTENANCE: flag.default(false).meta({
    theme: 'server',
    description:
      '1 : seule la page de maintenance est servie, quoi que dise l’écran « Réglages » ; paiements, remboursements, versements et messages attendent',
  }),
  INSURANCE_STRICT: flag.default(false).meta({
    theme: 'orders',
    description:
      '1 : une commande avec assurance ne se paie qu’une fois la carte vérifiée, sur la commande ou sous « Cartes à vérifier » ; comme UNCHECKED_INSURANCE_LIMIT=0',
  }),
  UNCHECKED_INSURANCE_LIMIT: whole(...houseLimits.uncheckedInsuranceLimit)
    .default(20_000)
    .meta({
      theme: 'orders',
      description:
        'ce que des cartes non vérifiées déduisent au plus pour une personne en 30 jours, en francs ; au-delà, la commande attend la vérification avant le paiement',
    }),
  REFUSED_CLAIM: z.enum(bearers, { error: 'platform, pharmacy ou customer' }).default('platform').meta({
    theme: 'orders',
    description:
      'qui supporte ce qu’un assureur refuse : Amasin (`platform`), la pharmacie de la commande (`pharmacy`) ou le client, à qui on le réclame sans rien prendre (`customer`)',
  }),
};

/** The settings that belong to no outside service. */
export const generalSettings = z.object({ ...processSettings, ...productSettings });

interface VapidSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** The settings as they are read, with what follows from several of them. */
export type Env = Readonly<ReturnType<typeof readEnv>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type ProductSetting = keyof typeof productSettings | keyof ContactSettings;

/**
 * What actions read, by names in camel case. A super administrator may change those of the house while the server runs
 * (house/settings.ts), so an action reads them when it needs them.
 */
export type Settings = HouseSettings & {
  readonly [Name in ProductSetting as CamelCase<Name>]: Env[Name];
} & {
  /** The environment's values of the settings of the house. */
  readonly environment: HouseSettings;
  readonly identity: HouseIdentity;
};

/** The settings of the house that are not in the environment: only the screen closes registrations. */
const openRegistrations = { registerCustomers: true, registerPharmacies: true, registerPrescribers: true };

export function settingsOf(env: Env): Settings {
  const names = Object.keys({ ...productSettings, ...contactSchema.shape }) as ProductSetting[];
  const product = Object.fromEntries(names.map((name) => [camelCase(name), env[name]]));
  const all = { ...(product as Omit<Settings, 'environment' | 'identity'>), ...openRegistrations };
  const environment = Object.fromEntries(houseSettingNames.map((name) => [name, all[name]]));
  return { ...all, environment: environment as unknown as HouseSettings, identity: env.IDENTITY };
}

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The first signs and seals; what either did is accepted. */
export type LinkSecrets = readonly [current: string, ...old: string[]];

const DEMO_SECRET = 'secret-de-demonstration-connu-de-tous';

/**
 * Reads and validates the settings. Without DEMO, it rejects everything that is only for demo mode.
 * @throws Error with one line that names the setting and what is expected
 */
export function readEnv(source: NodeJS.ProcessEnv) {
  const given = readSecretFiles(givenSettings(source), generalSettings);
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, LINK_SECRET, LINK_SECRET_OLD, ...env } =
    readSettings(generalSettings, given);
  const VAPID = readVapid({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT });
  const DEMO = env.DEMO ?? (env.DATABASE_URL === undefined && env.NODE_ENV !== 'production');
  const PAYMENT_PROVIDER = env.PAYMENT_PROVIDER ?? (DEMO ? (['sandbox'] as const) : undefined);
  if (PAYMENT_PROVIDER === undefined) {
    throw new OperatorError(
      'Réglage PAYMENT_PROVIDER manquant : indiquez fedapay, kkiapay, portal ou none (aucun paiement) hors démonstration.',
    );
  }
  const hasSandbox = PAYMENT_PROVIDER.includes('sandbox');
  if (!DEMO && hasSandbox) {
    throw new OperatorError('Réglage PAYMENT_PROVIDER : sandbox n’est permis qu’avec DEMO=1.');
  }
  const SMS_PROVIDER = env.SMS_PROVIDER ?? (DEMO ? 'embedded' : 'none');
  if (!DEMO && SMS_PROVIDER === 'embedded') {
    throw new OperatorError('Réglage SMS_PROVIDER : embedded n’est permis qu’avec DEMO=1.');
  }
  // Only the sandbox provider reads it, and outside demo mode that provider is rejected above.
  const PAYMENT_SECRET = env.PAYMENT_SECRET ?? DEMO_SECRET;
  const LINK_SECRETS = readLinkSecrets({ LINK_SECRET, LINK_SECRET_OLD }, DEMO);
  const contact = readContact(given, DEMO);
  const IDENTITY = readIdentity(given, DEMO);
  if (!DEMO && env.PUBLIC_URL !== undefined && !isEncrypted(env.PUBLIC_URL)) {
    throw new OperatorError(
      'Réglage PUBLIC_URL invalide : attendu une adresse https://… hors démonstration.',
    );
  }
  // Of those that are neither `none` nor the embedded one.
  const PROVIDERS = PAYMENT_PROVIDER.flatMap((name) =>
    name === 'sandbox' || name === 'none'
      ? []
      : [readProviderSettings(name, { ...given, PUBLIC_URL: env.PUBLIC_URL })],
  );
  const live = PROVIDERS.find(({ isTest }) => !isTest);
  if (DEMO && live !== undefined) {
    throw new OperatorError(
      `Réglage PAYMENT_PROVIDER : en démonstration, ${live.provider} n’est permis qu’avec des clés d’essai. Donnez DEMO=0 pour encaisser de l’argent réel.`,
    );
  }
  if (env.PAYOUTS === 'provider' && !hasSandbox && !PAYMENT_PROVIDER.includes('fedapay')) {
    throw new OperatorError('Réglage PAYOUTS : provider demande fedapay dans PAYMENT_PROVIDER.');
  }
  const SMS = SMS_PROVIDER === 'http' ? readSmsSettings(given) : null;
  const FIREBASE = env.PHONE_VERIFICATION === 'firebase' ? readFirebaseSettings(given) : null;
  const WHATSAPP = readWhatsAppSettings(given);
  const S3 = env.FILES === 's3' || given.S3_ENDPOINT !== undefined ? readS3Settings(given) : null;
  refuseWithoutEffect(generalSettings, given);
  // Without a vendor, only the codes that are asked for are noted as not sent.
  const SMS_MOMENTS: readonly SmsMoment[] =
    SMS_PROVIDER === 'none' && WHATSAPP === null ? [] : env.SMS_MOMENTS;
  const sendsCodes = SMS_PROVIDER !== 'none' || WHATSAPP !== null || FIREBASE !== null;
  const PHONE_PROOF = env.PHONE_PROOF ?? (!DEMO && sendsCodes);
  // Nobody sits at the pharmacies of a demonstration.
  const ASK_PHARMACIES: InquiryMode = env.ASK_PHARMACIES ?? (DEMO ? 'prescribed' : 'always');
  const HOST = env.HOST ?? (DEMO ? '127.0.0.1' : '0.0.0.0');
  // A demonstration is opened by everybody, with one password.
  const SECOND_FACTOR_TYPES: readonly UserType[] = DEMO ? [] : ['superAdmin', ...env.SECOND_FACTOR_TYPES];
  return {
    ...env,
    ...contact,
    ASK_PHARMACIES,
    DEMO,
    HOST,
    IDENTITY,
    LINK_SECRETS,
    PAYMENT_PROVIDER,
    PAYMENT_SECRET,
    PHONE_PROOF,
    PROVIDERS,
    SECOND_FACTOR_TYPES,
    SMS_MOMENTS,
    SMS_PROVIDER,
    // Null of these: it is not in use, but for an object store that is only named.
    FIREBASE,
    S3,
    SMS,
    VAPID,
    WHATSAPP,
  };
}

/** @throws Error when it is missing, known to everybody outside demo mode, or its own successor */
function readLinkSecrets(
  {
    LINK_SECRET,
    LINK_SECRET_OLD: old,
  }: Pick<z.output<typeof generalSettings>, 'LINK_SECRET' | 'LINK_SECRET_OLD'>,
  isDemo: boolean,
): LinkSecrets {
  const current = LINK_SECRET ?? (isDemo ? DEMO_SECRET : undefined);
  if (current === undefined || (!isDemo && current === DEMO_SECRET)) {
    throw new OperatorError(
      'Réglage LINK_SECRET manquant : indiquez un secret d’au moins 32 octets (openssl rand -base64 32).',
    );
  }
  if (old === undefined) return [current];
  if (old === current) throw new OperatorError('Réglage LINK_SECRET_OLD : c’est le même que LINK_SECRET.');
  if (!isDemo && old === DEMO_SECRET) {
    throw new OperatorError(
      'Réglage LINK_SECRET_OLD : le secret de démonstration n’est permis qu’avec DEMO=1.',
    );
  }
  return [current, old];
}

/** @throws Error when some are missing, or the keys do not form a pair */
function readVapid(given: Readonly<Record<string, string | undefined>>): VapidSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = given;
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return null;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    const missing = Object.keys(given).find((name) => given[name] === undefined);
    throw new OperatorError(
      `Réglage ${missing} manquant : VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY et VAPID_SUBJECT vont ensemble.`,
    );
  }
  if (publicKeyOf(privateKey) !== publicKey) {
    throw new OperatorError('Réglage VAPID_PUBLIC_KEY : ce n’est pas la clé publique de VAPID_PRIVATE_KEY.');
  }
  return { publicKey, privateKey, subject };
}

/** @throws Error when it is not a valid private key */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    throw new OperatorError('Réglage VAPID_PRIVATE_KEY invalide : attendu une clé de vapid-keys.');
  }
  return curve.getPublicKey('base64url');
}
