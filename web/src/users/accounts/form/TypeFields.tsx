import { readUserType, type UserType, userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import type { UseFormReturnType } from '@mantine/form';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import type { TypedAccount } from './first-values.ts';
import { LocationField } from './LocationField.tsx';
import { TitleField } from './TitleField.tsx';

const types = [
  { value: '', label: 'Choisir un type' },
  // Super administrators are created by a server command.
  ...userTypes
    .filter((type) => type !== 'superAdmin')
    .map((type) => ({ value: type, label: userTypeLabels[type] })),
];

type Props = {
  form: UseFormReturnType<TypedAccount>;
  type: UserType | '';
  onType: (type: UserType | '') => void;
};

/** The type, and its own field: the title of a health professional, the position of a pharmacy. */
export function TypeFields({ form, type, onType }: Props) {
  const typed = form.getInputProps('type');
  return (
    <>
      <ChoiceField
        {...typed}
        key={form.key('type')}
        label="Type"
        data={types}
        onChange={(event) => {
          typed.onChange(event);
          onType(readUserType(event.currentTarget.value) ?? '');
        }}
        required
        withAsterisk={false}
        data-autofocus
      />
      {type === 'partnerDoctor' ? (
        <TitleField key={form.key('titrePartenaire')} {...form.getInputProps('titrePartenaire')} />
      ) : null}
      {type === 'pharmacy' ? (
        <LocationField
          first={form.getValues().location}
          onFound={(found) => {
            form.setFieldValue('location', found);
            form.clearFieldError('location');
          }}
          error={form.errors.location}
        />
      ) : null}
    </>
  );
}
