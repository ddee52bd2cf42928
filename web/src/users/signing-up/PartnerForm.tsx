import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { PartnerTitle } from '@amasin/domain/users/user.ts';
import { Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { ContactFields } from '../accounts/form/ContactFields.tsx';
import { LocationField } from '../accounts/form/LocationField.tsx';
import { TitleField } from '../accounts/form/TitleField.tsx';
import type { SignedUp } from './signed-up.ts';

const loadSchema = () => import('@amasin/domain/users/account.ts').then(({ newPartner }) => newPartner);

const words = {
  pharmacy: {
    own: { nameLabel: 'Nom de la pharmacie', nameIs: 'organization' },
    // The specification's spelling (SPEC 8).
    done: 'Pharmacie enrégistrée avec succès !',
    fallback: "Erreur lors de l'enrégistrement",
    send: 'Inscrire ma pharmacie',
  },
  partnerDoctor: {
    own: { nameLabel: 'Nom complet', nameIs: 'name' },
    done: 'Inscription réussie, vous pouvez maintenant vous connecter et prescrire des ordonnaces !',
    fallback: "Erreur lors de l'inscription",
    send: 'S’inscrire',
  },
} as const;

type Place = { coordinates: [number, number] };

const empty = {
  name: '',
  email: '',
  phone: '',
  password: '',
  address: '',
  titrePartenaire: '' as PartnerTitle | '',
  location: null as Place | null,
};

/** The shared user form of SPEC 2, for a pharmacy or a health professional. */
export function PartnerForm({ type }: { type: SignedUp }) {
  const navigate = useNavigate();
  const { own, done, fallback, send } = words[type];
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: { ...empty, type },
    fallback,
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' },
    send: async (typed) => {
      await call(userEndpoints.registerPartner, { body: typed });
      toast.success(done);
      await navigate('/login', { state: { signedUp: type } });
    },
  });

  return (
    <form {...formProps}>
      <Stack gap="md">
        {type === 'partnerDoctor' ? (
          <TitleField key={form.key('titrePartenaire')} {...form.getInputProps('titrePartenaire')} />
        ) : null}
        <ContactFields form={form} isNew own={own} />
        {type === 'pharmacy' ? (
          <LocationField
            first={null}
            onFound={(found) => form.setFieldValue('location', found)}
            error={form.errors.location}
          />
        ) : null}
        <SubmitButton sending={sending} sendingLabel="Inscription en cours…">
          {send}
        </SubmitButton>
      </Stack>
    </form>
  );
}
