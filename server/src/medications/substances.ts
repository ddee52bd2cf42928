import { firstUpper } from '@amasin/domain/contract/format.ts';
import { normalForm } from '@amasin/domain/contract/normal-form.ts';
/** A substance of a medicine as a list writes it; the dose is empty when unknown. */
export interface Component {
  readonly name: string;
  readonly dose: string;
}

export interface Composition {
  readonly substances: string | null;
  readonly dosage: string | null;
}

const SALT = [
  '(?:butyl)?bromure',
  '(?:di)?chlorhydrate',
  '(?:di|hémi)?fumarate',
  '(?:di)?maléate',
  '(?:di)?propionate',
  '(?:hydrogéno)?(?:succinate|tartrate)',
  'acétate',
  'aspartate',
  'benzoate',
  'bitartrate',
  'bromhydrate',
  'bésilate',
  'butyrate',
  'chlorure',
  'citrate',
  'digluconate',
  'diisétionate',
  'furoate',
  'gluconate',
  'lactate',
  'malate',
  'mésilate',
  'nitrate',
  'oxalate',
  'pamoate',
  'phosphate',
  'pivalate',
  'sulfate',
  'tosilate',
  'valérate',
  'xinafoate',
].join('|');
const SALT_OF = `(?:${SALT})(?: (?:acide|neutre|sodique|disodique))* (?:de |d['’])`;
/** « Chlorure de sodium » is the name of the substance, unlike « chlorhydrate de metformine ». */
const MINERAL =
  '(?:sodium|potassium|calcium|magnésium|zinc|lithium|aluminium|fer|manganèse|cuivre|argent|baryum|ammonium|benzalkonium|cétylpyridinium|méthylthioninium)';
const LEADING_SALT = new RegExp(`^(?:solution de )?${SALT_OF}(?!${MINERAL}(?: |$))`);
/** « Quinine (chlorhydrate de) », « énalapril (maléate d') ». */
const REVERSED = /^(.+?) \(([^()]+ (?:de|d['’])|acide|alcool)\)$/;
const TRAILING =
  / (?:anhydre|base|racémique|(?:mono|di|tri|tétra|penta|hexa|hepta|hémi|sesqui)?hydratée?|(?:mono|di|hémi)?(?:sodique|potassique|calcique|magnésique)|arginine|tert-butylamine|trométamol|micronisée?|disoproxil|médoxomil|cilexétil|axétil|proxétil|de diéthylamine)$/;

const OTHERS: Readonly<Record<string, string>> = {
  'clavulanate de potassium': 'acide clavulanique',
  'alendronate monosodique': 'acide alendronique',
};

/** Returns the international name of a substance; lists often name a salt: « CHLORHYDRATE DE METFORMINE ». */
function substanceName(written: string): string {
  let name = normalForm(written, 'NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  name = name.replace(
    REVERSED,
    (_, of: string, first: string) => `${first}${/['’]$/.test(first) ? '' : ' '}${of}`,
  );
  name = name.replace(LEADING_SALT, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(TRAILING, '');
  }
  return (OTHERS[name] ?? name).replace(
    /\bvitamine ([a-k]\d*)\b/g,
    (_, letter: string) => `vitamine ${letter.toUpperCase()}`,
  );
}

/** « 1000,00  mg » is 1000 mg. */
function doseOf(written: string): string {
  return written
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d),(\d+)/g, (_, whole: string, decimals: string) => {
      const kept = /^\d*[1-9]/.exec(decimals)?.[0];
      return kept === undefined ? whole : `${whole},${kept}`;
    })
    .replace(/\bmicrogrammes?\b/g, 'µg')
    .replace(/\bmL\b/g, 'ml');
}

/** Composes the substances of a medicine, each once, with their doses if all are known. */
export function compositionOf(components: readonly Component[]): Composition {
  const doses = new Map<string, string>();
  for (const { name, dose } of components) {
    const common = substanceName(name);
    if (common !== '' && !doses.has(common)) doses.set(common, doseOf(dose));
  }
  if (doses.size === 0) return { substances: null, dosage: null };
  const names = [...doses.keys()].join(' + ');
  const isKnown = [...doses.values()].every((dose) => dose !== '');
  return {
    substances: firstUpper(names),
    dosage: isKnown ? [...doses.values()].join(' + ') : null,
  };
}
