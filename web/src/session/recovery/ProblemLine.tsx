import { IconAlertCircle } from '@tabler/icons-react';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { Problem } from './use-request-code.ts';

export function ProblemLine({ problem }: { problem: Problem | null }) {
  if (problem === null || problem.field !== undefined) return null;
  return (
    <Notice tone="red" icon={IconAlertCircle} title={problem.title} role="alert">
      {problem.advice}
    </Notice>
  );
}
