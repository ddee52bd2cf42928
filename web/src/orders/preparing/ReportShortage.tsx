import type { Order } from '@amasin/domain/orders/order.ts';
import {
  concernsLine,
  orderProblemLabels,
  SHORTAGE_NOTE_MAX,
  type ShortageReason,
  shortageLabels,
  shortageReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Button, InputBase, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useReportShortage } from './api.ts';
import styles from './preparing.module.css';

/** Says why the order cannot be prepared, and shows what was reported until a supervisor has solved it. */
export function ReportShortage({ order }: { order: Order }) {
  const report = useReportShortage(order._id);
  const [reason, setReason] = useState<ShortageReason | null>(null);
  const [medicationId, setMedicationId] = useState('');
  const [note, setNote] = useState('');
  const items = order.prescription?.items ?? [];
  const send = (chosen: ShortageReason, line?: string) =>
    report.mutate(
      { reason: chosen, note: note.trim() || null, ...(line !== undefined && { medicationId: line }) },
      { onSuccess: () => setReason(null) },
    );
  const choose = (chosen: ShortageReason) => {
    const [only, ...others] = items;
    if (!concernsLine(chosen)) send(chosen);
    else if (only !== undefined && others.length === 0) send(chosen, only.medicationId);
    else setReason(chosen);
  };

  return (
    <>
      {order.problem ? (
        <Notice tone="amber" icon={IconAlertTriangle} title={orderProblemLabels[order.problem.reason]}>
          <span>{[order.problem.note, 'Le superviseur est prévenu.'].filter(Boolean).join(' · ')}</span>
        </Notice>
      ) : null}
      {order.allowedActions.includes('report-shortage') ? (
        <ReasonDetails
          summary="Je ne peux pas préparer"
          reasons={shortageReasons}
          labels={shortageLabels}
          pending={report.isPending}
          onChoose={choose}
        >
          <Textarea
            label="Précision (facultatif)"
            maxLength={SHORTAGE_NOTE_MAX}
            rows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </ReasonDetails>
      ) : null}
      {reason === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
        <div role="group" aria-label={shortageLabels[reason]} className={styles.shortage}>
          <Text fw={600}>{shortageLabels[reason]}</Text>
          <InputBase
            component="select"
            label="Quel médicament ?"
            value={medicationId}
            onChange={({ currentTarget }) => setMedicationId(currentTarget.value)}
            rightSection={<IconChevronDown size={18} aria-hidden="true" />}
            rightSectionPointerEvents="none"
            pointer
          >
            <option value="">Choisir</option>
            {items.map((item) => (
              <option key={item.medicationId} value={item.medicationId}>
                {item.label}
              </option>
            ))}
          </InputBase>
          <Button
            disabled={medicationId === ''}
            loading={report.isPending}
            onClick={() => send(reason, medicationId)}
          >
            Prévenir le superviseur
          </Button>
        </div>
      )}
    </>
  );
}
