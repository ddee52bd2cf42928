import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import type { NativeSelectProps } from '@mantine/core';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';

const titles = [
  { value: '', label: 'Choisir un titre' },
  ...Object.entries(partnerTitleLabels).map(([value, label]) => ({ value, label })),
];

/** The title of a health professional. */
export function TitleField(props: NativeSelectProps) {
  return <ChoiceField {...props} label="Titre" data={titles} required withAsterisk={false} />;
}
