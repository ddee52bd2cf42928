import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';

const titles = [
  { value: '', label: 'Choisir un titre' },
  ...Object.entries(partnerTitleLabels).map(([value, label]) => ({ value, label })),
];

/** The title of a health professional. */
export function TitleField() {
  return <ChoiceField name="titrePartenaire" label="Titre" data={titles} required />;
}
