import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Text } from '@mantine/core';
import { IconCheck, IconFileText, IconHelpCircle } from '@tabler/icons-react';
import { StateBadge, Tags } from '../../ui/badges.tsx';
import {
  ActionButton,
  Cell,
  DeleteButton,
  EditButton,
  Fact,
  Row,
  RowActions,
  RowName,
} from '../../ui/rows.tsx';
import { DateTime, Money } from '../../ui/text.tsx';
import { contentsOf } from '../medication-detail.ts';

type Props = {
  medication: Medication;
  isBusy: boolean;
  onApprove: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function MedicationRow({ medication, isBusy, onApprove, onEdit, onDelete }: Props) {
  const { label, form, price, requiresPrescription, reviewed, createdBy, createdAt } = medication;
  return (
    <Row>
      <Cell>
        <RowName below={contentsOf(medication).join(' · ')}>{label}</RowName>
        {requiresPrescription || !reviewed ? (
          <Tags>
            {requiresPrescription ? (
              <StateBadge tone="violet" icon={IconFileText} label="Sur ordonnance" />
            ) : null}
            {reviewed ? null : <StateBadge tone="amber" icon={IconHelpCircle} label="À vérifier" />}
          </Tags>
        ) : null}
      </Cell>
      <Cell card="half">{medicationFormLabels[form]}</Cell>
      <Cell card="half" end>
        {price === 0 ? (
          <Text component="span" fw={600} fs="italic" c="var(--tone-amber-text)">
            Prix à fixer
          </Text>
        ) : (
          <Money amount={price} />
        )}
      </Cell>
      <Cell>
        <Fact label="Créé par">{createdBy ?? 'le catalogue de départ'}</Fact>
      </Cell>
      <Cell>
        <DateTime at={createdAt} absolute />
      </Cell>
      <RowActions>
        {reviewed ? null : (
          <ActionButton
            word="Valider"
            name={label}
            variant="light"
            leftSection={<IconCheck size={18} aria-hidden="true" />}
            onClick={onApprove}
            loading={isBusy}
          />
        )}
        <EditButton name={label} onClick={onEdit} />
        <DeleteButton name={label} onClick={onDelete} />
      </RowActions>
    </Row>
  );
}
