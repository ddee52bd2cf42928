import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { sentence } from '../../../lib/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { UnsentMove } from './moves.ts';

type Props = { moves: readonly UnsentMove[]; onRead: (moveId: string) => void };

/** Moves that the server refused, and why, until the courier has read it. */
export function RefusedMoves({ moves, onRead }: Props) {
  return moves.map((move) =>
    move.refusal === null ? null : (
      <Notice key={move.id} tone="red" icon={IconAlertTriangle} role="alert" title={describe(move)}>
        <span>{sentence(move.refusal)}</span>
        <Button variant="default" onClick={() => onRead(move.id)}>
          J’ai compris
        </Button>
      </Notice>
    ),
  );
}

function describe(move: UnsentMove): string {
  if ('reason' in move) return `${move.number} : le problème n’est pas signalé`;
  return `${move.number} n’est pas ${move.to === 'delivered' ? 'marquée livrée' : 'partie en livraison'}`;
}
