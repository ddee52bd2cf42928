import { z } from 'zod';
import { id, moment, optionalText } from '../contract/text.ts';
import { searchText } from '../medications/search-text.ts';
import { ageInWords } from '../reports/kinds.ts';

/** What a second pair of eyes notices of the lines of an order or a prescription. There is no arithmetic of doses, and no table of interactions. */
export const warningRules = [
  'duplicate',
  'recent',
  'adult-form',
  'child-form',
  'allergy',
  'unverified',
] as const;

export type WarningRule = (typeof warningRules)[number];

/** An order is not ready before a pharmacist has seen these. */
export const blockingRules = [
  'duplicate',
  'recent',
  'adult-form',
  'child-form',
  'allergy',
] as const satisfies readonly WarningRule[];

export type BlockingRule = (typeof blockingRules)[number];

export const isBlocking = (rule: WarningRule): rule is BlockingRule =>
  blockingRules.some((blocking) => blocking === rule);

export const warningLabels: Readonly<Record<WarningRule, string>> = {
  duplicate: 'Même substance deux fois',
  recent: 'Même substance commandée il y a moins de 7 jours',
  'adult-form': 'Forme adulte pour un enfant',
  'child-form': 'Forme enfant pour un adulte',
  allergy: 'Allergie écrite par le client',
  unverified: 'Non vérifié : composition inconnue',
};

/** Orders that were paid within this many days are compared too. */
export const RECENT_DAYS = 7;

/** In months: a child is younger, an adult as old or older. Between the two, no form is wrong. */
const CHILD_BEFORE = 12 * 12;
const ADULT_FROM = 18 * 12;

/** What is known of a medicine; `substances` is null when its composition is not known. */
export interface KnownMedicine {
  readonly medicationId: string;
  readonly label: string;
  readonly substances: string | null;
}

export interface Warning {
  readonly rule: WarningRule;
  /** The medicines of the lines that it is about. */
  readonly medications: readonly string[];
  /** What it is drawn from, in words. */
  readonly source: string;
}

interface Looked {
  readonly lines: readonly KnownMedicine[];
  /** Lines of other orders of the same customer, with the day of the order in words. */
  readonly recentLines?: readonly (KnownMedicine & { readonly day: string })[];
  /** The patient's age; null when nobody wrote it. */
  readonly ageMonths?: number | null;
  /** As the customer wrote them. */
  readonly allergies?: string | null;
  /** Rules that the house has switched off. */
  readonly off?: readonly WarningRule[];
}

const wordsOf = (text: string): string[] => searchText(text).split(' ').filter(Boolean);

const substancesOf = ({ substances }: KnownMedicine): string[] => [
  ...new Set((substances ?? '').split('+').map(searchText).filter(Boolean)),
];

/** Words of four letters and more that name no substance and no brand. */
const commonWords = new Set(
  'acide acides adulte adultes allergie allergies allergique aucun aucune avec boite comprime comprimes contre dans enfant enfants gelule gelules injectable medicament medicaments nourrisson pour sans sirop solution sous suspension tout toute toutes tous poudre creme pommade gouttes sachet sachets'.split(
    ' ',
  ),
);

const ALLERGY_LETTERS = 4;

const singular = (word: string): string => word.replace(/s$/, '');

const namesOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => word.length >= ALLERGY_LETTERS && /^[a-z]+$/.test(word) && !commonWords.has(word))
      .map(singular),
  );

/** Each once, as it is spelled first. */
const list = (words: readonly string[]): string => {
  const texts = words.map(searchText);
  return words.filter((_, index) => texts.indexOf(texts[index] ?? '') === index).join(', ');
};

/** Parts of a text as they are written there, in small letters. */
const spelled = (text: string, separator: RegExp, isWanted: (part: string) => boolean): string[] =>
  text
    .toLowerCase()
    .split(separator)
    .map((part) => part.trim())
    .filter(isWanted);

/** What is noticed of these lines, one warning a rule at most, in the order of the rules. */
export function warningsOf(looked: Looked): Warning[] {
  return warningRules.flatMap((rule) => {
    if (looked.off?.includes(rule)) return [];
    const { medications, source } = notice[rule](looked);
    return medications.length === 0 ? [] : { rule, medications, source };
  });
}

type Noticed = Pick<Warning, 'medications' | 'source'>;

const about = (lines: readonly KnownMedicine[], source: string): Noticed => ({
  medications: lines.map(({ medicationId }) => medicationId),
  source,
});

const notice: Readonly<Record<WarningRule, (looked: Looked) => Noticed>> = {
  duplicate({ lines }) {
    const all = lines.flatMap(substancesOf);
    const twice = new Set(all.filter((substance, index) => all.indexOf(substance) !== index));
    const found = lines.filter((line) => substancesOf(line).some((substance) => twice.has(substance)));
    const names = found.flatMap(({ substances }) =>
      spelled(substances ?? '', /\+/, (part) => twice.has(searchText(part))),
    );
    return about(found, `Composition du catalogue : ${list(names)}`);
  },
  recent({ lines, recentLines = [] }) {
    const shares = (line: KnownMedicine, other: KnownMedicine) => {
      const taken = substancesOf(other);
      return substancesOf(line).some((substance) => taken.includes(substance));
    };
    const found = recentLines.filter((recent) => lines.some((line) => shares(line, recent)));
    return about(
      lines.filter((line) => found.some((recent) => shares(line, recent))),
      `Commandes du client : ${list(found.map(({ label, day }) => `${label}, le ${day}`))}`,
    );
  },
  'adult-form': ({ lines, ageMonths = null }) =>
    ageMonths === null || ageMonths >= CHILD_BEFORE
      ? about([], '')
      : about(
          lines.filter((line) => isForAdults(line) && !isForChildren(line)),
          `Âge écrit sur l’ordonnance : ${ageInWords(ageMonths)}`,
        ),
  'child-form': ({ lines, ageMonths = null }) =>
    ageMonths === null || ageMonths < ADULT_FROM
      ? about([], '')
      : about(
          lines.filter((line) => isForChildren(line) && !isForAdults(line)),
          `Âge écrit sur l’ordonnance : ${ageInWords(ageMonths)}`,
        ),
  allergy({ lines, allergies }) {
    const words = allergies ?? '';
    const written = namesOf(words);
    const namedIn = ({ label, substances }: KnownMedicine) =>
      [...namesOf(`${label} ${substances ?? ''}`)].filter((word) => written.has(word));
    const named = new Set(lines.flatMap(namedIn));
    const isNamed = (word: string) => named.has(singular(searchText(word)));
    return about(
      lines.filter((line) => namedIn(line).length > 0),
      `Écrit par le client : ${list(spelled(words, /[^\p{L}\p{M}]+/u, isNamed))}`,
    );
  },
  unverified: ({ lines }) =>
    about(
      lines.filter((line) => substancesOf(line).length === 0),
      'Le catalogue ne dit pas de quoi il est composé',
    ),
};

const names = (...words: string[]) => {
  const plain = words.map(searchText);
  return (line: KnownMedicine) => wordsOf(line.label).some((word) => plain.includes(word));
};

const isForAdults = names('adulte', 'adultes');
const isForChildren = names('enfant', 'enfants', 'nourrisson', 'nourrissons', 'bébé', 'pédiatrique');

/** Why a pharmacist goes past a warning. */
export const seenReasons = ['called-customer', 'called-prescriber', 'intended', 'other'] as const;

export type SeenReason = (typeof seenReasons)[number];

export const seenReasonLabels: Readonly<Record<SeenReason, string>> = {
  'called-customer': 'Client appelé',
  'called-prescriber': 'Prescripteur appelé',
  intended: 'C’est voulu',
  other: 'Autre raison',
};

/** Body of POST /orders/{id}/warnings/{rule}/seen. */
export const warningSeen = z
  .object({
    /** The medicines that were read: a warning of more is read again. */
    medications: z.array(id).max(100, '100 médicaments maximum'),
    reason: z.enum(seenReasons, { error: 'Indiquez pourquoi' }),
    note: optionalText(200),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== null, {
    path: ['note'],
    message: 'Écrivez la raison',
  });

/** A warning of an order. */
export const orderWarning = z.object({
  rule: z.enum(warningRules),
  /** Medicines of its lines, by name. */
  medications: z.array(z.object({ _id: id, label: z.string() })),
  source: z.string(),
  /** It has to be seen before the order is ready. */
  blocks: z.boolean(),
  /** Who has seen it as it is now, and why it is passed over; null for nobody. */
  seen: z
    .object({ at: moment, by: z.string(), reason: z.enum(seenReasons), note: z.string().nullable() })
    .nullable(),
});

export type OrderWarning = z.output<typeof orderWarning>;

/** How often a rule warned within this many days, and was passed over. */
export const COUNTED_DAYS = 90;

export const warningCount = z.object({
  rule: z.enum(blockingRules),
  raised: z.int(),
  seen: z.int(),
  /** The house has switched it off. */
  off: z.boolean(),
});

export type WarningCount = z.output<typeof warningCount>;

/** A rule that is passed over so often is noise. */
export const isNoise = ({ raised, seen, off }: Omit<WarningCount, 'rule'>): boolean =>
  !off && raised >= 20 && seen * 10 >= raised * 8;

/** The longest text of allergies. */
export const ALLERGIES_MAX = 300;

/** Body of PUT /allergies: nothing erases them. */
export const newAllergies = z.object({ allergies: optionalText(ALLERGIES_MAX) });

/** What a customer wrote of her allergies; null for nothing. */
export const allergies = z.object({ allergies: z.string().nullable() });
