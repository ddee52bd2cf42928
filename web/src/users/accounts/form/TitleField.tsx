import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

const titles = [
  { value: '', label: 'Choisir un titre' },
  ...Object.entries(partnerTitleLabels).map(([value, label]) => ({ value, label })),
];

/** The title of a health professional. */
export function TitleField(props: NativeSelectProps) {
  return <NativeSelect {...props} label="Titre" data={titles} required withAsterisk={false} />;
}
