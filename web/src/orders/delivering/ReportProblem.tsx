import { type ProblemReason, problemLabels, problemReasons } from '@amasin/domain/orders/reasons.ts';
import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';

const MAX_NOTE = 300;

type Props = { onReport: (reason: ProblemReason, note: string | null) => void };

/** Says why the order cannot be delivered. */
export function ReportProblem({ onReport }: Props) {
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <ReasonDetails
      summary="Je ne peux pas livrer"
      reasons={problemReasons}
      labels={problemLabels}
      onChoose={(reason) => onReport(reason, note.current?.value.trim() || null)}
    >
      <Textarea ref={note} label="Précision (facultatif)" maxLength={MAX_NOTE} rows={2} />
    </ReasonDetails>
  );
}
