import type { Claim, ClaimLine } from '@amasin/domain/claims/claim.ts';
import {
  bearerLabels,
  type ClaimState,
  claimReasonLabels,
  claimReasons,
  claimStateLabels,
  mayBecome,
} from '@amasin/domain/claims/lifecycle.ts';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { FileLink } from '../files/FileLink.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListState, MoreButton } from '../ui/listing.tsx';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import { useClaimLines, useMoveLine } from './api.ts';
import { titleOf } from './claim-title.ts';
import styles from './claims.module.css';

type Props = { claim: Claim | undefined; onClose: () => void };

/** The orders of a claim, each with what its insurer may answer. */
export function ClaimDialog({ claim, onClose }: Props) {
  return (
    <ResponsiveDialog
      opened={claim !== undefined}
      onClose={onClose}
      title={claim === undefined ? '' : titleOf(claim)}
      size="xl"
    >
      {claim === undefined ? null : <Lines claim={claim} />}
    </ResponsiveDialog>
  );
}

function Lines({ claim }: { claim: Claim }) {
  const list = useClaimLines(claim);
  return (
    <ListState
      list={list}
      rows={3}
      height={120}
      empty={
        <EmptyState title="Rien pendant ce mois">
          Les commandes arrivent ici quand elles se terminent.
        </EmptyState>
      }
    >
      <Stack
        gap={12}
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label="Commandes de la demande"
      >
        {list.rows.map((line) => (
          <li key={line._id}>
            <Line line={line} />
          </li>
        ))}
      </Stack>
      <MoreButton list={list} />
    </ListState>
  );
}

const answers: readonly (readonly [state: ClaimState, label: string])[] = [
  ['accepted', 'Acceptée'],
  ['sent-again', 'Renvoyer'],
  ['paid', 'Payée'],
];

function Line({ line }: { line: ClaimLine }) {
  const { order, at, insured, cardLabel, taux, cardUrl, amount, state, reason, bearer } = line;
  const move = useMoveLine(line._id);
  return (
    <Paper withBorder className={styles.line}>
      <div>
        <Text fw={600}>
          <span>{`${order.number} ·`}</span> <Money amount={amount} />
        </Text>
        <Text size="sm">{`${insured} · ${cardLabel ?? 'Carte d’assurance'}, ${taux}\u00a0%`}</Text>
        <Text size="sm" c="dimmed">
          Terminée&nbsp;: <DateTime at={at} absolute />
        </Text>
        <Text size="sm" fw={500}>
          {reason === null
            ? claimStateLabels[state]
            : `${claimStateLabels[state]} : ${claimReasonLabels[reason].toLowerCase()}`}
        </Text>
        {state === 'refused' && bearer !== null ? (
          <Text size="sm">
            {bearer === 'customer' ? 'À réclamer au client' : `À la charge de : ${bearerLabels[bearer]}`}
          </Text>
        ) : null}
      </div>
      <div className={styles.buttons}>
        {cardUrl === null ? null : (
          <FileLink
            fileKey={cardUrl}
            name="Carte d’assurance"
            label="Voir la carte"
            param={`carte-${line._id}`}
          />
        )}
        {answers.map(([next, label]) =>
          mayBecome(line, next) ? (
            <Button
              key={next}
              variant="default"
              loading={move.isPending}
              aria-label={`${label} : ${order.number}`}
              onClick={() => move.mutate({ state: next })}
            >
              {label}
            </Button>
          ) : null,
        )}
      </div>
      {mayBecome(line, 'refused') ? (
        <ReasonDetails
          summary="Refusée par l’assureur"
          reasons={claimReasons}
          labels={claimReasonLabels}
          pending={move.isPending}
          onChoose={(chosen) => move.mutate({ state: 'refused', reason: chosen })}
        />
      ) : null}
    </Paper>
  );
}
