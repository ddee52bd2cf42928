import { type Bearer, bearerLabels, bearers } from '@amasin/domain/claims/lifecycle.ts';
import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { type HouseSettings, type HouseState, houseChange } from '@amasin/domain/house/settings.ts';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { formatPhone } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { readPrice } from '../lib/read-price.ts';
import { toast } from '../lib/toast.tsx';
import { editedFields, useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';

const { shape } = houseChange;

/** A blank field returns a setting to that of the environment. */
const typed = <T,>(schema: z.ZodType<T, string | null>) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(schema);
const typedNumber = <T,>(schema: z.ZodType<T, number | null>) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? null : (readPrice(text) ?? Number.NaN)))
    .pipe(schema);
const chosen = z.enum(['', 'oui', 'non']).transform((choice) => (choice === '' ? null : choice === 'oui'));

const typedSettings = z.object({
  contactPhone: typed(shape.contactPhone.unwrap()),
  contactEmail: typed(shape.contactEmail.unwrap()),
  contactPlace: typed(shape.contactPlace.unwrap()),
  promiseMinutes: typedNumber(shape.promiseMinutes.unwrap()),
  insuranceStrict: chosen,
  uncheckedInsuranceLimit: typedNumber(shape.uncheckedInsuranceLimit.unwrap()),
  refusedClaim: z.enum(['', ...bearers]).transform((choice) => (choice === '' ? null : choice)),
  registerCustomers: chosen,
  registerPharmacies: chosen,
  registerPrescribers: chosen,
  maintenance: chosen,
});

const yesNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'oui' : 'non');
const numberOf = (value: number | undefined) => (value === undefined ? '' : formatNumber(value));

/** The saved settings as the fields show them; blank where the environment decides. */
const valuesOf = ({ saved }: HouseState) => ({
  contactPhone: saved.contactPhone === undefined ? '' : formatPhone(saved.contactPhone),
  contactEmail: saved.contactEmail ?? '',
  contactPlace: saved.contactPlace ?? '',
  promiseMinutes: numberOf(saved.promiseMinutes),
  insuranceStrict: yesNo(saved.insuranceStrict),
  uncheckedInsuranceLimit: numberOf(saved.uncheckedInsuranceLimit),
  refusedClaim: saved.refusedClaim ?? '',
  registerCustomers: yesNo(saved.registerCustomers),
  registerPharmacies: yesNo(saved.registerPharmacies),
  registerPrescribers: yesNo(saved.registerPrescribers),
  maintenance: yesNo(saved.maintenance),
});

const textOf = (name: keyof HouseSettings, value: HouseSettings[keyof HouseSettings]): string => {
  if (typeof value === 'boolean') return yesNo(value);
  if (name === 'refusedClaim') return bearerLabels[value as Bearer].toLowerCase();
  if (typeof value === 'string') return name === 'contactPhone' ? formatPhone(value) : value;
  return `${formatNumber(value)}\u00a0${name === 'promiseMinutes' ? 'minutes' : 'F'}`;
};

type YesOrNo = {
  [Name in keyof HouseSettings]: HouseSettings[Name] extends boolean ? Name : never;
}[keyof HouseSettings];

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} id={id} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

const registrations = [
  {
    name: 'registerCustomers',
    label: 'Ouvrir aux clients',
    text: 'Un visiteur peut créer son compte et commander.',
  },
  {
    name: 'registerPharmacies',
    label: 'Ouvrir aux pharmacies',
    text: 'Une pharmacie peut s’inscrire\u00a0; vous activez son compte.',
  },
  {
    name: 'registerPrescribers',
    label: 'Ouvrir aux professionnels de santé',
    text: 'Un professionnel peut s’inscrire\u00a0; vous le vérifiez.',
  },
] as const;

/** The settings by group, each with what it changes, what counts now and what the environment gives. */
export function HouseForm({ state }: { state: HouseState }) {
  const queries = useQueryClient();
  // Only fields that differ from these first values are sent, so that another person's changes stay.
  const first = useRef(state);
  const [asking, setAsking] = useState<{ answer: (isYes: boolean) => void } | null>(null);
  const confirm = () => new Promise<boolean>((resolve) => setAsking({ answer: resolve }));
  const close = (isYes: boolean) => {
    asking?.answer(isYes);
    setAsking(null);
  };

  const schemaForm = useSchemaForm({
    schema: typedSettings,
    initialValues: valuesOf(state),
    send: async (values) => {
      const change = editedFields(typedSettings.parse(valuesOf(first.current)), typedSettings.parse(values));
      if (change.maintenance === true && !(await confirm())) return;
      show(await save({ version: first.current.version, ...change }));
      toast.success('Réglages enregistrés');
    },
  });
  const { form } = schemaForm;

  const save = (body: CallInput<typeof houseEndpoints.changeSettings>['body']) =>
    call(houseEndpoints.changeSettings, { body }).catch(async (error) => {
      if (error instanceof ApiError && error.code === 'SETTINGS_CHANGED') {
        // The lines below the fields then say what counts now; saving again is a decision.
        const now = await call(houseEndpoints.readSettings);
        queries.setQueryData(keys.settings.all, now);
        first.current = { ...first.current, version: now.version };
      }
      throw error;
    });
  const show = (now: HouseState) => {
    first.current = now;
    queries.setQueryData(keys.settings.all, now);
    form.setInitialValues(valuesOf(now));
    form.setValues(valuesOf(now));
    form.resetDirty(valuesOf(now));
  };

  const { saved, environment } = state;
  /** Says what the setting changes, its present value, and the value that an empty field leaves. */
  const about = (name: keyof HouseSettings, text: string) => {
    const [now, given] = [saved[name] ?? environment[name], environment[name]];
    const without = saved[name] === undefined ? '' : ` Sans valeur ici\u00a0: ${textOf(name, given)}.`;
    return `${text} Aujourd’hui\u00a0: ${textOf(name, now)}.${without}`;
  };
  const choices = (name: YesOrNo) => [
    { value: '', label: `Selon le serveur (${yesNo(environment[name])})` },
    { value: 'oui', label: 'Oui' },
    { value: 'non', label: 'Non' },
  ];

  return (
    <>
      <Text c="dimmed" size="sm">
        Un champ vide laisse le réglage du serveur. Chaque changement vaut aussitôt, et s’inscrit au journal.
      </Text>
      <SchemaForm {...schemaForm} submit="Enregistrer">
        <Group id="house-contact" title="Contact">
          <TextField
            name="contactPhone"
            label="Téléphone"
            type="tel"
            autoComplete="off"
            description={about(
              'contactPhone',
              'Le numéro que les clients appellent, dans le site et les messages.',
            )}
          />
          <TextField
            name="contactEmail"
            label="E-mail"
            type="email"
            autoComplete="off"
            description={about('contactEmail', 'L’adresse où les clients écrivent.')}
          />
          <TextField
            name="contactPlace"
            label="Lieu"
            autoComplete="off"
            maxLength={80}
            description={about('contactPlace', 'La ville, dans le pied de page et « À propos ».')}
          />
        </Group>
        <Group id="house-orders" title="Commandes et assurance">
          <TextField
            name="promiseMinutes"
            label="Délai promis (minutes)"
            inputMode="numeric"
            autoComplete="off"
            description={about(
              'promiseMinutes',
              'Du paiement à la livraison\u00a0: l’horloge des listes et les retards en dépendent.',
            )}
          />
          <ChoiceField
            name="insuranceStrict"
            label="Attendre la vérification de chaque carte"
            data={choices('insuranceStrict')}
            description={about(
              'insuranceStrict',
              'Une commande avec assurance ne se paie qu’une fois la carte vérifiée.',
            )}
          />
          <TextField
            name="uncheckedInsuranceLimit"
            label="Limite des cartes non vérifiées (FCFA)"
            inputMode="numeric"
            autoComplete="off"
            description={about(
              'uncheckedInsuranceLimit',
              'Ce qu’elles déduisent au plus pour une personne en 30 jours.',
            )}
          />
          <ChoiceField
            name="refusedClaim"
            label="Qui supporte ce qu’un assureur refuse"
            data={[
              { value: '', label: `Selon le serveur (${bearerLabels[environment.refusedClaim]})` },
              ...bearers.map((bearer) => ({ value: bearer, label: bearerLabels[bearer] })),
            ]}
            description={about(
              'refusedClaim',
              'Vaut pour les refus notés ensuite. Au client, rien n’est pris.',
            )}
          />
        </Group>
        <Group id="house-registrations" title="Inscriptions">
          {registrations.map(({ name, label, text }) => (
            <ChoiceField
              key={name}
              name={name}
              label={label}
              data={choices(name)}
              description={about(name, text)}
            />
          ))}
        </Group>
        <Group id="house-maintenance" title="Maintenance">
          <ChoiceField
            name="maintenance"
            label="Suspendre le service"
            data={choices('maintenance')}
            description={about(
              'maintenance',
              'Chacun voit la page de maintenance, sauf les super administrateurs\u00a0; paiements, remboursements, versements et messages attendent.',
            )}
          />
        </Group>
      </SchemaForm>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => close(false)}
        question="Suspendre le service ?"
        confirmLabel="Suspendre"
        onConfirm={() => close(true)}
        danger
      >
        Clients, pharmacies, livreurs et équipes ne pourront plus rien faire. Vous rouvrirez ici, ou depuis
        /admin.
      </ConfirmDialog>
    </>
  );
}
