import { firstUpper } from '@amasin/domain/contract/format.ts';
import { z } from 'zod';
import { fieldsOf, metaOf, serviceSchemas } from './schemas.ts';
import { fileSettingOf } from './secret-files.ts';

// Operators read of each setting what its schema says. `npm run settings` writes it into a page and an example file, and
// documented.test.ts compares them.

/** The parts of the page, in their order. */
const themes = {
  server: { title: 'Serveur' },
  data: { title: 'Base, fichiers et sauvegardes' },
  s3: {
    title: 'Stockage S3',
    note: 'Lus avec `FILES=s3`, ou par `files move` : [installer.md](installer.md#un-stockage-s3).',
  },
  demo: { title: 'Démonstration' },
  contact: {
    title: 'Contact',
    note: 'Le serveur écrit les `CONTACT_…` dans les pages. Ce qu’un super administrateur enregistre sous « Réglages » l’emporte ; un appareil déjà venu garde l’ancien contact jusqu’à « Mettre à jour ».',
  },
  identity: {
    title: 'Qui est responsable',
    note: 'Lus par la page « Mentions légales ». Sans l’un d’eux, la page le dit « à compléter » en démonstration ; sinon sa ligne manque, et le démarrage le dit. Ce que la loi demande : [donnees-personnelles.md](donnees-personnelles.md).',
  },
  orders: {
    title: 'Commandes et assurance',
    note: 'Pour `PROMISE_MINUTES`, `INSURANCE_STRICT`, `UNCHECKED_INSURANCE_LIMIT` et `REFUSED_CLAIM`, ce qu’un super administrateur enregistre sous « Réglages » l’emporte.',
  },
  keeping: {
    title: 'Durées de conservation',
    note: 'La nuit efface ce qui est plus vieux. Pourquoi ces durées, et ce qui reste : [donnees-personnelles.md](donnees-personnelles.md#durées-de-conservation).',
  },
  payments: {
    title: 'Paiements',
    note: 'Brancher un prestataire : [prestataires.md](prestataires.md).',
  },
  fedapay: {
    title: 'FedaPay',
    note: 'Lus avec `fedapay` dans `PAYMENT_PROVIDER`, qui demande aussi `PUBLIC_URL`.',
  },
  kkiapay: { title: 'KKiaPay', note: 'Lus avec `kkiapay` dans `PAYMENT_PROVIDER`.' },
  portal: {
    title: 'Autre portail',
    note: 'Lus avec `portal` dans `PAYMENT_PROVIDER`. Un point dans un chemin entre dans un objet : `data.status`.',
  },
  messages: { title: 'Messages' },
  sms: { title: 'Vendeur de SMS', note: 'Lus avec `SMS_PROVIDER=http`.' },
  reports: { title: 'Accusés de réception des SMS', note: 'Lus avec `SMS_PROVIDER=http`.' },
  whatsApp: {
    title: 'WhatsApp',
    note: 'Lus si `WHATSAPP_TOKEN` est donné. Un message qui a un modèle part d’abord par WhatsApp.',
  },
  firebase: { title: 'Firebase', note: 'Lus avec `PHONE_VERIFICATION=firebase`.' },
  alerts: {
    title: 'Alertes',
    note: 'Les alertes arrivent même quand Amasin est fermé. Les trois réglages vont ensemble.',
  },
  sessions: { title: 'Sessions' },
  metrics: { title: 'Mesures' },
} as const;

type Theme = keyof typeof themes;
const themeNames = Object.keys(themes) as Theme[];

/** The `.meta({ … })` of a setting has these texts, in French; values in them may be marked as code. */
const metaSchema = z.strictObject({
  description: z.string().min(1),
  theme: z.enum(themeNames),
  /** Describes the form of a value, where it is neither a number nor a choice. */
  form: z.string().optional(),
  /** Says what is true without the setting; by default its default value. */
  without: z.string().optional(),
  /** A file may contain it (settings/secret-files.ts). */
  isSecret: z.boolean().optional(),
});

export interface Setting {
  readonly name: string;
  readonly theme: Theme;
  readonly description: string;
  readonly form: string;
  /** Says what happens without it. */
  readonly without: string;
  /** The default as an operator would give it; empty when there is none. */
  readonly byDefault: string;
  readonly schema: z.ZodType;
}

/**
 * All settings, in the order of the schemas.
 * @param general the schema of the settings that belong to no outside service
 * @throws Error that names a setting which is not described
 */
export function describeSettings(general: z.ZodType): Setting[] {
  const services = Object.entries(serviceSchemas) as [Theme, z.ZodType][];
  const parts: [z.ZodType, Theme?][] = [
    [general],
    ...services.map(([theme, schema]): [z.ZodType, Theme] => [schema, theme]),
  ];
  const settings = new Map<string, Setting>();
  // FedaPay reads PUBLIC_URL too.
  for (const [schema, theme] of parts)
    for (const [name, field] of Object.entries(fieldsOf(schema)))
      if (!settings.has(name)) settings.set(name, describe(name, field, theme));
  return [...settings.values()];
}

function describe(name: string, schema: z.ZodType, theme: Theme | undefined): Setting {
  const parsed = metaSchema.safeParse({ ...(theme && { theme }), ...metaOf(schema) });
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  const { description, form = formOf(schema), without, isSecret = false } = parsed.data;
  const byDefault = without === undefined ? defaultOf(schema) : '';
  const isNeeded = !schema.safeParse(undefined).success;
  const absent = without ?? (byDefault !== '' ? `\`${byDefault}\`` : isNeeded ? 'à donner' : undefined);
  if (form === undefined || absent === undefined)
    throw new Error(`${name}: its schema gives no form, or not what is true without it`);
  const given = isSecret ? `${form} ; ou \`${fileSettingOf(name)}\`` : form;
  return { name, schema, theme: parsed.data.theme, description, form: given, without: absent, byDefault };
}

/** The default as an operator would give it; empty without one. */
function defaultOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodDefault)) return '';
  const value: unknown = schema.def.defaultValue;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Describes the form of numbers and choices. */
function formOf(schema: z.ZodType): string | undefined {
  const { enum: choices, type, minimum, maximum } = z.toJSONSchema(schema, { io: 'input' });
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  return type === 'integer' ? `un nombre entier de ${inFrench(minimum)} à ${inFrench(maximum)}` : undefined;
}

const inFrench = (number = 0) => number.toLocaleString('fr-FR');

/** Both documents, by their paths in the repository. */
export function settingDocuments(general: z.ZodType): Readonly<Record<string, string>> {
  const settings = describeSettings(general);
  return {
    'docs/exploitation/reglages.md': [PAGE_HEAD, ...partsOf(settings, pagePart)].join('\n'),
    '.env.example': [EXAMPLE_HEAD, ...partsOf(settings, examplePart)].join('\n'),
  };
}

const partsOf = (
  settings: readonly Setting[],
  print: (part: { title: string; note?: string }, settings: Setting[]) => string,
) =>
  themeNames.map((name) =>
    print(
      themes[name],
      settings.filter(({ theme }) => theme === name),
    ),
  );

const PAGE_HEAD = `# Réglages

Ce que chaque variable d’environnement change. Toutes sont facultatives en démonstration. Une valeur fausse, une valeur qui en demande une
autre, ou un nom mal écrit en \`FEDAPAY_\`, \`KKIAPAY_\`, \`PORTAL_\`, \`SMS_\` ou \`WHATSAPP_\` arrête le démarrage, qui dit ce qui est attendu.
Une valeur vide compte comme absente. Où les écrire : [installer.md](installer.md#les-réglages).

Un secret peut être dans un fichier, comme Docker et Kubernetes les donnent : \`LINK_SECRET_FILE=/run/secrets/link\` au lieu de
\`LINK_SECRET\`. Les deux ensemble, un fichier absent, illisible ou vide arrêtent le démarrage ; le saut de ligne final ne compte pas. Quand
et comment changer chaque secret : [secrets.md](secrets.md).

Cette page et \`.env.example\` sont écrits par \`npm run settings\`, d’après \`server/src/env.ts\` et \`server/src/settings\`.
`;

function pagePart({ title, note }: { title: string; note?: string }, settings: Setting[]): string {
  const rows = settings.map(
    ({ name, description, without, form }) =>
      `| \`${name}\` | ${firstUpper(description)} | ${without} | ${form} |`,
  );
  const table = ['| nom | effet | sans lui | forme |', '|---|---|---|---|', ...rows];
  return [`## ${title}`, '', ...(note ? [note, ''] : []), ...table, ''].join('\n');
}

const EXAMPLE_HEAD = `# Les réglages d’Amasin, chacun avec sa valeur par défaut. Effet, forme et conditions : docs/exploitation/reglages.md.
#
# Copiez ce qu’il vous faut hors de ce dossier, par exemple dans /etc/amasin.env (chmod 600), sans le # du début de la ligne. Mettez des
# apostrophes autour d’une valeur qui n’a pas que des lettres et des chiffres. Un secret peut être dans un fichier à lui, que nomme le
# réglage suivi de _FILE : LINK_SECRET_FILE=/run/secrets/link. Amasin ne lit pas /etc/amasin.env de lui-même. Donnez-le :
#   à systemd            EnvironmentFile=/etc/amasin.env (deploy/amasin.service le fait)
#   à Node               node --env-file=/etc/amasin.env scripts/start.mjs
#   à un shell           set -a; . /etc/amasin.env; set +a; npm start
#
# Écrit par « npm run settings » : ne le changez pas à la main.
`;

function examplePart({ title }: { title: string }, settings: Setting[]): string {
  const lines = settings.flatMap(({ name, description, without, byDefault }) => {
    const absent = byDefault === '' && without !== 'à donner' ? ` Sans lui : ${without}.` : '';
    return [`# ${firstUpper(description)}.${absent}`.replaceAll('`', ''), `#${name}=${quote(byDefault)}`];
  });
  return [`## ${title}`, '', ...lines, ''].join('\n');
}

/** Quotes a value as shells, systemd and Node read it. */
const quote = (value: string) => (/^[\w.,:/@-]*$/.test(value) ? value : `'${value}'`);
