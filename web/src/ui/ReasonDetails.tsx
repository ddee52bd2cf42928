import { Button, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import styles from './ReasonDetails.module.css';

type Props<Reason extends string> = {
  summary: string;
  reasons: readonly Reason[];
  labels: Readonly<Record<Reason, string>>;
  pending?: boolean;
  onChoose: (reason: Reason) => void;
  /** Above the reasons. */
  children?: ReactNode;
};

/** Two taps: open, and choose a reason, which closes it. */
export function ReasonDetails<Reason extends string>(props: Props<Reason>) {
  const { summary, reasons, labels, pending = false, onChoose, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const choose = (reason: Reason) => {
    onChoose(reason);
    if (details.current) details.current.open = false;
  };
  return (
    <details ref={details}>
      <summary className={styles.summary}>{summary}</summary>
      <Stack gap={8} pb={8}>
        {children}
        {reasons.map((reason) => (
          <Button key={reason} variant="default" fullWidth loading={pending} onClick={() => choose(reason)}>
            {labels[reason]}
          </Button>
        ))}
      </Stack>
    </details>
  );
}
