import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** Said of a form that begins with what was typed before. */
export function Resumed({ onReset }: { onReset: () => void }) {
  return (
    <Notice tone="neutral" icon={IconHistory} title="Nous avons gardé votre saisie">
      <Button variant="subtle" onClick={onReset}>
        Recommencer à zéro
      </Button>
    </Notice>
  );
}
