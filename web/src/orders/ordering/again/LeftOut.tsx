import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { Button, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Notice } from '../../../ui/Notice.tsx';

type Props = {
  /** The order that is ordered again, if any. */
  again: OrderAgain | null;
  /** The order that was being written can be taken up. */
  hasReplaced: boolean;
  onUndo: () => void;
};

/** What an order that is ordered again is without, and that another one was replaced; nothing when it is whole and replaced none. */
export function LeftOut({ again, hasReplaced, onUndo }: Props) {
  const { gone, prescribed } = again ?? { gone: [], prescribed: [] };
  const isWhole = gone.length === 0 && prescribed.length === 0;
  if (isWhole && !hasReplaced) return null;
  return (
    <Stack gap="sm" mb="md">
      {isWhole ? null : (
        <Notice tone="amber" icon={IconInfoCircle} title="Cette commande n’est pas complète" role="status">
          {gone.length === 0 ? null : <span>{`Plus en vente : ${gone.join(', ')}.`}</span>}
          {prescribed.length === 0 ? null : (
            <span>{`À commander avec une ordonnance, par sa photo ou son code : ${prescribed.join(', ')}.`}</span>
          )}
        </Notice>
      )}
      {!hasReplaced ? null : (
        <Notice tone="blue" icon={IconInfoCircle} title="Elle remplace celle que vous écriviez" role="status">
          <Button variant="default" onClick={onUndo} style={{ justifySelf: 'start' }}>
            La reprendre
          </Button>
        </Notice>
      )}
    </Stack>
  );
}
