// Imports no zod: pages use it.

/** A customer reports that she reacts badly to a medicine, or that its box is abnormal. */
export const reportKinds = ['reaction', 'box'] as const;

export type ReportKind = (typeof reportKinds)[number];

export const reportKindLabels: Readonly<Record<ReportKind, string>> = {
  reaction: 'Réaction à un médicament',
  box: 'Boîte anormale',
};

export const reportStates = ['new', 'taken', 'declared', 'closed'] as const;

export type ReportState = (typeof reportStates)[number];

export const reportStateLabels: Readonly<Record<ReportState, string>> = {
  new: 'À prendre',
  taken: 'En cours',
  declared: 'Déclaré',
  closed: 'Clos',
};

/** Each of these is a reason to call the emergency services at once. */
export const redFlags = ['breathing', 'swelling', 'fainting', 'seizure', 'skin', 'child'] as const;

export type RedFlag = (typeof redFlags)[number];

export const redFlagLabels: Readonly<Record<RedFlag, string>> = {
  breathing: 'Du mal à respirer',
  swelling: 'Le visage, les lèvres ou la langue qui gonflent',
  fainting: 'Un malaise, une perte de connaissance',
  seizure: 'Des convulsions',
  skin: 'Du sang, ou des cloques sur la peau',
  child: 'Un enfant très endormi, ou qui ne réagit pas',
};

/** Who took the medicine. */
export const takers = ['self', 'child', 'adult'] as const;

export type Taker = (typeof takers)[number];

export const takerLabels: Readonly<Record<Taker, string>> = {
  self: 'Moi',
  child: 'Un enfant',
  adult: 'Un autre adulte',
};

export const faults = ['look', 'broken', 'label', 'expired', 'other'] as const;

export type Fault = (typeof faults)[number];

export const faultLabels: Readonly<Record<Fault, string>> = {
  look: 'La couleur ou l’odeur est inhabituelle',
  broken: 'Elle est cassée ou déjà ouverte',
  label: 'L’étiquette est suspecte, ou mal écrite',
  expired: 'Elle est périmée',
  other: 'Autre chose',
};

export const sexes = ['female', 'male', 'unknown'] as const;

export const sexLabels: Readonly<Record<(typeof sexes)[number], string>> = {
  female: 'Féminin',
  male: 'Masculin',
  unknown: 'Inconnu',
};

/** How serious a reaction is, by the criteria of the CIOMS form. */
export const seriousnesses = [
  'not-serious',
  'hospital',
  'life-threatening',
  'disability',
  'birth-defect',
  'death',
  'other',
] as const;

export const seriousnessLabels: Readonly<Record<(typeof seriousnesses)[number], string>> = {
  'not-serious': 'Non grave',
  hospital: 'Hospitalisation, ou son prolongement',
  'life-threatening': 'Mise en jeu de la vie',
  disability: 'Incapacité ou invalidité',
  'birth-defect': 'Malformation à la naissance',
  death: 'Décès',
  other: 'Autre situation médicalement importante',
};

export const reactionOutcomes = [
  'recovered',
  'recovering',
  'not-recovered',
  'sequelae',
  'died',
  'unknown',
] as const;

export const reactionOutcomeLabels: Readonly<Record<(typeof reactionOutcomes)[number], string>> = {
  recovered: 'Guérison',
  recovering: 'En cours de guérison',
  'not-recovered': 'Pas encore guéri',
  sequelae: 'Guérison avec séquelles',
  died: 'Décès',
  unknown: 'Inconnue',
};

/** Why a report is closed. */
export const closings = ['followed', 'advised', 'unrelated', 'duplicate', 'unreachable'] as const;

export type Closing = (typeof closings)[number];

export const closingLabels: Readonly<Record<Closing, string>> = {
  followed: 'Suivi terminé',
  advised: 'Conseil donné, rien à déclarer',
  unrelated: 'Sans lien avec le médicament',
  duplicate: 'Déjà signalé',
  unreachable: 'Personne ne répond',
};

interface Facts {
  readonly initials?: string | null;
  readonly sex?: string | null;
  readonly age?: number | null;
  readonly seriousness?: string | null;
  readonly outcome?: string | null;
}

const factLabels = {
  initials: 'les initiales',
  sex: 'le sexe',
  age: 'l’âge',
  seriousness: 'la gravité',
  outcome: 'l’évolution',
} as const satisfies Record<keyof Facts, string>;

/** What the declaration of a report still lacks, in words; the age of a child is in the report itself. */
export function missingFacts(
  { kind, taker }: { kind: ReportKind; taker: Taker | null },
  facts: Facts | null,
): string[] {
  if (kind === 'box') return [];
  return (Object.keys(factLabels) as (keyof Facts)[])
    .filter((name) => (facts?.[name] ?? null) === null && !(name === 'age' && taker === 'child'))
    .map((name) => factLabels[name]);
}

/** « 8 mois », « 3 ans », « 1 an et 6 mois ». */
export function ageInWords(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const inYears = `${years} ${years === 1 ? 'an' : 'ans'}`;
  if (years === 0) return `${rest} mois`;
  return rest === 0 ? inYears : `${inYears} et ${rest} mois`;
}
