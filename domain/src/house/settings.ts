import { z } from 'zod';
import { bearers } from '../claims/lifecycle.ts';
import { nameText } from '../contract/text.ts';
import type { UserType } from '../contract/user-type.ts';
import { email, phone } from '../users/contact.ts';
import { receivesMessages } from '../users/phone-number.ts';

/** The lowest and the highest value of each number, on the screen as in the environment. */
export const houseLimits = {
  promiseMinutes: [1, 10_000],
  uncheckedInsuranceLimit: [0, 2_000_000_000],
} as const;
export const PLACE_MAX = 80;

const whole = ([min, max]: readonly [number, number]) =>
  z.int('Indiquez un nombre entier').min(min, `Au moins ${min}`).max(max, `Au plus ${max}`);

/** A super administrator may change these settings while the server runs (rule 47). */
const changeable = {
  /** The number that customers call, in its stored form. */
  contactPhone: phone('Téléphone requis').refine(
    receivesMessages,
    'Indiquez le numéro du Bénin que les clients appellent',
  ),
  contactEmail: email,
  contactPlace: nameText('Lieu requis', PLACE_MAX),
  /** An order is promised this long after its payment. */
  promiseMinutes: whole(houseLimits.promiseMinutes),
  /** Each of these may sign up without a super administrator. */
  registerCustomers: z.boolean('Choisissez oui ou non'),
  registerPharmacies: z.boolean('Choisissez oui ou non'),
  registerPrescribers: z.boolean('Choisissez oui ou non'),
  /** Only super administrators are served; money and messages wait. */
  maintenance: z.boolean('Choisissez oui ou non'),
  /** Payment waits until the insurance card has been checked: a limit of 0 (rule 40). */
  insuranceStrict: z.boolean('Choisissez oui ou non'),
  /** The most that cards which are not checked take off for one person in 30 days, FCFA. */
  uncheckedInsuranceLimit: whole(houseLimits.uncheckedInsuranceLimit),
  /** Who bears what an insurer refuses (rule 60). */
  refusedClaim: z.enum(bearers, { error: 'Choisissez qui le supporte' }),
};

const given = z.object(changeable);

export type HouseSettings = z.output<typeof given>;
export type HouseSetting = keyof HouseSettings;

/** The settings in the order of the screen. */
export const houseSettingNames = Object.keys(changeable) as HouseSetting[];

const changed = {
  contactPhone: changeable.contactPhone.nullable().optional(),
  contactEmail: changeable.contactEmail.nullable().optional(),
  contactPlace: changeable.contactPlace.nullable().optional(),
  promiseMinutes: changeable.promiseMinutes.nullable().optional(),
  registerCustomers: changeable.registerCustomers.nullable().optional(),
  registerPharmacies: changeable.registerPharmacies.nullable().optional(),
  registerPrescribers: changeable.registerPrescribers.nullable().optional(),
  maintenance: changeable.maintenance.nullable().optional(),
  insuranceStrict: changeable.insuranceStrict.nullable().optional(),
  uncheckedInsuranceLimit: changeable.uncheckedInsuranceLimit.nullable().optional(),
  refusedClaim: changeable.refusedClaim.nullable().optional(),
} satisfies Record<HouseSetting, z.ZodType>;

/** Body of PUT /settings: a missing setting is unchanged, null returns it to that of the environment. */
export const houseChange = z.object({
  /** The version that was read. */
  version: z.int().min(0),
  ...changed,
});

const environment = z.object({
  contactPhone: z.string(),
  contactEmail: z.string(),
  contactPlace: z.string(),
  promiseMinutes: z.int(),
  registerCustomers: z.boolean(),
  registerPharmacies: z.boolean(),
  registerPrescribers: z.boolean(),
  maintenance: z.boolean(),
  insuranceStrict: z.boolean(),
  uncheckedInsuranceLimit: z.int(),
  refusedClaim: z.enum(bearers),
} satisfies Record<HouseSetting, z.ZodType>);

export const houseState = z.object({
  version: z.int(),
  /** Saved on the screen; null where the environment counts. */
  saved: environment.partial(),
  /** Given by the environment of the server. */
  environment,
});

export type HouseState = z.output<typeof houseState>;

/** Which setting opens the registration of each type. */
export const registrationSettings = {
  customer: 'registerCustomers',
  pharmacy: 'registerPharmacies',
  partnerDoctor: 'registerPrescribers',
} as const satisfies Partial<Record<UserType, HouseSetting>>;

export type RegisteringType = keyof typeof registrationSettings;
