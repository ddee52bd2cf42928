import { newPartner } from '@amasin/domain/users/account.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { PartnerTitle } from '@amasin/domain/users/user.ts';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { withProof } from '../../session/enter.ts';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { ContactFields, LocationField, TitleField } from '../fields.tsx';
import type { SignedUp } from './NextStep.tsx';
import { OpenRegistration } from './OpenRegistration.tsx';
import { takenFields, useLostSignUp } from './use-lost-sign-up.tsx';

const texts = {
  pharmacy: {
    own: { nameLabel: 'Nom de la pharmacie', nameIs: 'organization' },
    // Spelled so by requirement, like « ordonnaces » below (docs/rules.md, « By screen and role »).
    done: 'Pharmacie enrégistrée avec succès !',
    before: 'Un administrateur active d’abord les pharmacies.',
    fallback: "Erreur lors de l'enrégistrement",
    submit: 'Inscrire ma pharmacie',
  },
  partnerDoctor: {
    own: { nameLabel: 'Nom complet', nameIs: 'name' },
    done: 'Inscription réussie, vous pouvez maintenant vous connecter et prescrire des ordonnaces !',
    before: undefined,
    fallback: "Erreur lors de l'inscription",
    submit: 'S’inscrire',
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

/** The form by which a pharmacy or a health professional signs up. */
export function PartnerForm({ type }: { type: SignedUp }) {
  const navigate = useNavigate();
  const { own, done, before, fallback, submit } = texts[type];
  const lost = useLostSignUp({ door: '/admin', before });
  const schemaForm = useSchemaForm({
    schema: newPartner,
    initialValues: { ...empty, type },
    fallback,
    fieldOfCode: takenFields,
    send: async (typed) => {
      await lost.send(typed, () =>
        withProof((captcha) => call(userEndpoints.registerPartner, { body: { ...typed, captcha } })),
      );
      toast.success(done);
      await navigate('/login', { state: { signedUp: type } });
    },
  });

  return (
    <OpenRegistration type={type}>
      <SchemaForm {...schemaForm} submit={submit} sendingLabel="Inscription en cours…">
        {lost.noticeFor(schemaForm.form.useWatchValue('phone'))}
        {type === 'partnerDoctor' ? <TitleField /> : null}
        <ContactFields isNew own={own} />
        {type === 'pharmacy' ? <LocationField /> : null}
      </SchemaForm>
    </OpenRegistration>
  );
}
