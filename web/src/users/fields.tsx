import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Input } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type Coordinates, useDevicePosition } from '../lib/use-device-position.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { PasswordField, TextField, useField } from '../ui/fields.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';

type Props = {
  /** An existing customer, whose e-mail and address remain optional if missing. */
  customer?: Pick<User, 'email' | 'address'> | null;
  isNew: boolean;
  /** Present on sign-up pages, where the browser may autofill the user's own data. */
  own?: { nameLabel: string; nameIs: 'name' | 'organization' };
};

/** Name, e-mail, telephone, password and address. */
export function ContactFields({ customer, isNew, own }: Props) {
  const isRequired = (field: 'email' | 'address') => !customer || Boolean(customer[field]);
  const perhaps = (field: 'email' | 'address') => (isRequired(field) ? '' : ' (facultatif)');
  const filledIn = (known: string) => (own === undefined ? 'off' : known);
  return (
    <>
      <TextField
        name="name"
        label={own?.nameLabel ?? 'Nom'}
        autoComplete={filledIn(own?.nameIs ?? 'name')}
        required
      />
      <TextField
        name="email"
        label={`Email${perhaps('email')}`}
        description={own && 'Il sert à vous connecter.'}
        type="email"
        inputMode="email"
        autoComplete={filledIn('email')}
        required={isRequired('email')}
      />
      <TextField
        name="phone"
        label="Téléphone"
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete={filledIn('tel')}
        required
      />
      <PasswordField
        name="password"
        label={isNew ? 'Mot de passe' : 'Nouveau mot de passe (facultatif)'}
        description={isNew ? '4 caractères au moins.' : 'Laissez vide pour garder le mot de passe actuel.'}
        autoComplete="new-password"
        required={isNew}
      />
      <TextareaField
        name="address"
        label={`Adresse${perhaps('address')}`}
        description={own && 'Quartier, rue, repère : ce qui aide à vous trouver.'}
        autoComplete={filledIn('street-address')}
        required={isRequired('address')}
      />
    </>
  );
}

const titles = [
  { value: '', label: 'Choisir un titre' },
  ...Object.entries(partnerTitleLabels).map(([value, label]) => ({ value, label })),
];

/** The title of a health professional. */
export function TitleField() {
  return <ChoiceField name="titrePartenaire" label="Titre" data={titles} required />;
}

/** Latitude first, as on maps; five decimals are about a metre. */
export function formatPosition([longitude, latitude]: readonly [number, number]): string {
  return [latitude, longitude].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(' ; ');
}

type Place = { coordinates: Coordinates };

/** The position of a pharmacy, read from the device, which must be at the pharmacy. */
export function LocationField() {
  const { field } = useField('location');
  const id = useId();
  const [place, setPlace] = useState<Place | null>(field.defaultValue);
  const { asking, ask } = useDevicePosition((coordinates) => {
    const found: Place = { coordinates };
    setPlace(found);
    field.onChange(found);
  });

  return (
    <Input.Wrapper
      label="Localisation"
      labelElement="div"
      description="La localisation est requise pour permettre aux clients de trouver la pharmacie"
      error={field.error}
      errorProps={{ id: `${id}-error` }}
    >
      <Button
        aria-describedby={`${id}-error`}
        mt={4}
        variant="default"
        fullWidth
        data-path="location"
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        loading={asking}
        onClick={ask}
      >
        {place === null ? 'Récupérer ma position' : `${formatPosition(place.coordinates)} · Changer`}
      </Button>
    </Input.Wrapper>
  );
}
