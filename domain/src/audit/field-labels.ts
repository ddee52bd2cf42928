import type { z } from 'zod';
import { formatAmount } from '../contract/format.ts';
import { userTypeLabels, userTypes } from '../contract/user-type.ts';
import type { HouseSetting } from '../house/settings.ts';
import type { insurerChange } from '../insurance/insurer.ts';
import type { medicationChange } from '../medications/medication.ts';
import type { accountChange } from '../users/account.ts';
import type { zoneChange } from '../zones/zone.ts';
import type { AuditDetails } from './entry.ts';

/** A position is two columns, and a password only its hash; a version is none. */
type Sent<Body> = Exclude<keyof Body, 'location' | 'password' | 'version'>;

/** Every field of a change needs a label here: the compiler asks for it. */
type Field =
  | HouseSetting
  | Sent<z.output<typeof accountChange>>
  | Sent<z.output<typeof insurerChange>>
  | Sent<z.output<typeof medicationChange>>
  | Sent<z.output<typeof zoneChange>>;

/** The columns that a line of the journal may name. */
export const fieldLabels: Readonly<Record<Field, string> & Record<string, string>> = {
  price: 'le prix',
  label: 'le nom',
  form: 'la forme',
  sectors: 'les quartiers',
  aliases: 'les autres noms',
  town: 'la commune',
  latitude: 'la position',
  longitude: 'la position',
  requiresPrescription: 'l’obligation d’ordonnance',
  reviewed: 'la vérification',
  substances: 'la composition',
  dosage: 'le dosage',
  name: 'le nom',
  phone: 'le téléphone',
  phoneProven: 'la confirmation du téléphone',
  email: 'l’e-mail',
  address: 'l’adresse',
  type: 'le type',
  active: 'l’activation',
  isPartner: 'le partenariat',
  verified: 'la vérification',
  onDuty: 'la garde',
  titrePartenaire: 'le titre',
  pharmacist: 'le pharmacien responsable',
  licenceNumber: 'l’autorisation',
  licenceFrom: 'le début de l’autorisation',
  licenceUntil: 'la fin de l’autorisation',
  orderNumber: 'le numéro à l’Ordre',
  passwordHash: 'le mot de passe',
  healthConsent: 'l’accord sur les données de santé',
  payoutAccount: 'le compte de versement',
  rate: 'le taux',
  rates: 'les taux',
  ceiling: 'le plafond du mois',
  limit: 'la limite de ce qu’il doit',
  agreementAbove: 'le seuil de l’accord préalable',
  delayDays: 'le délai',
  excluded: 'les médicaments non couverts',
  insurerId: 'l’assureur',
  fileKey: 'le fichier',
  url: 'le fichier',
  items: 'les médicaments',
  feedback: 'l’avis après la livraison',
  facts: 'ce que l’autorité demande',
  patientName: 'le nom du patient',
  patientPhone: 'le téléphone du patient',
  contactPhone: 'le téléphone de la maison',
  contactEmail: 'l’e-mail de la maison',
  contactPlace: 'le lieu de la maison',
  promiseMinutes: 'le délai promis',
  registerCustomers: 'l’inscription des clients',
  registerPharmacies: 'l’inscription des pharmacies',
  registerPrescribers: 'l’inscription des professionnels de santé',
  maintenance: 'la maintenance',
  insuranceStrict: 'l’attente des cartes à vérifier',
  uncheckedInsuranceLimit: 'la limite des cartes non vérifiées',
  refusedClaim: 'qui supporte ce qu’un assureur refuse',
};

/** « le prix et le nom » */
export function nameFields(fields: readonly string[]): string {
  const names = [...new Set(fields.flatMap((field) => fieldLabels[field] ?? []))];
  if (names.length < 2) return names[0] ?? 'des champs';
  return `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`;
}

type Value = AuditDetails['from'];

/** « : 500 F → 600 F », or nothing when the line keeps no values. */
export function describeValues({ from, to, fields = [] }: AuditDetails): string {
  if (to === undefined) return '';
  const isPrice = fields.includes('price');
  return from === undefined
    ? ` : ${textOf(to, isPrice)}`
    : ` : ${textOf(from, isPrice)} → ${textOf(to, isPrice)}`;
}

function textOf(value: Value, isPrice: boolean): string {
  if (typeof value === 'number') return isPrice ? `${formatAmount(value)} F` : formatAmount(value);
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  const type = userTypes.find((one) => one === value);
  return type === undefined ? (value ?? '—') : userTypeLabels[type].toLowerCase();
}
