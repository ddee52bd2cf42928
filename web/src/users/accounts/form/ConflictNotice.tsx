import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Notice } from '../../../ui/Notice.tsx';
import type { FieldChange } from './account-values.ts';

type Props = {
  changes: readonly FieldChange[];
  /** Before the form is sent again. */
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** What another person changed while the form was open, and which version to keep. */
export function ConflictNotice({ changes, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Notice tone="amber" icon={IconUsers} title="Modifié entre-temps par quelqu’un d’autre" role="alert">
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
        {changes.map(({ field, label, value }) => (
          <li key={field}>{`${label} : ${value}`}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button type="submit" variant="default" onClick={onKeepMine}>
          Garder la mienne
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Reprendre celle du serveur
        </Button>
      </Group>
    </Notice>
  );
}
